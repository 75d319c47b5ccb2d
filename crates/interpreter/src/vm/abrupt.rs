//! The ways a step can fail to give a value; the channels never mix.

use crate::value::Value;
use codemode_protocol::Halt;

/// What primitive is wanted of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    Default,
    Number,
    String,
}

/// An abrupt completion inside the machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Abrupt {
    /// A guest value was thrown; guest `catch` sees it.
    Throw(Value),
    /// The run must end; nothing in the guest sees it.
    Halt(Halt),
    /// A native wants argument `index` (0 is `this`) as a primitive before it has done anything
    /// observable: the loop converts it with guest code in a frame of its own and calls the native again.
    Coerce { index: u32, hint: Hint },
    /// A native wants to run in a longer slice before it has done anything observable: the loop
    /// returns to the driver and repeats the instruction later.
    Preempt,
    /// The same from a native that keeps what it has done: repeat the instruction in the next slice.
    Repeat,
    /// `search(...)`: the driver answers.
    Search,
    /// A native that has done nothing observable hands the same call (receiver, arguments,
    /// `new.target`) to the self-hosted function of this code index.
    Delegate { code: u32 },
}

/// Result of anything that may run guest code.
pub type Completion<T = Value> = Result<T, Abrupt>;
