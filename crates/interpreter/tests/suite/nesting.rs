//! Nested sources: whatever is called shallow compiles in a small stack, the rest is refused or runs in a large one.

use codemode_interpreter::{CompileOptions, Mode, Nesting, Program};

/// Ways to nest, as text before, in the middle and after.
const SHAPES: &[(&str, &str, &str)] = &[
    ("(", "1", ")"),
    ("[", "", "]"),
    ("x = {a: ", "1", "}"),
    ("f(", "", ")"),
    ("() => {", "", "}"),
    ("async () => (", "1", ")"),
    ("function f() {", "", "}"),
    ("{", "", "}"),
    ("if (a) {", "", "}"),
    ("if (a) ", ";", ""),
    ("if (a) ; else ", ";", ""),
    ("for (;;) ", "break;", ""),
    ("while (a) {", "", "}"),
    ("try {", "", "} finally {}"),
    ("switch (a) { case 1: ", "", "}"),
    ("a: ", ";", ""),
    ("!", "a", ""),
    ("- ", "a", ""),
    ("typeof ", "a", ""),
    ("void ", "a", ""),
    ("new ", "A", ""),
    ("new A(", "", ")"),
    ("a ? b : ", "c", ""),
    ("a ? ", "b", " : c"),
    ("a + ", "b", ""),
    ("", "a", " + b"),
    ("a = ", "b", ""),
    ("a ** ", "b", ""),
    ("a && ", "b", ""),
    ("", "a", " || b"),
    ("", "a", ".b"),
    ("", "a", "?.b"),
    ("", "a", "[0]"),
    ("", "a", "()"),
    ("", "a", "``"),
    ("", "a", "!"),
    ("`${", "1", "}`"),
    ("a => ", "1", ""),
    ("class A extends ", "B", " {}"),
    ("class A { x = ", "1", "}"),
    ("class A { static { ", "", "} }"),
    ("var [", "a", "] = b"),
    ("var {a: ", "b", "} = c"),
    ("[a = ", "1", "] = b"),
    ("let x: ", "A", ""),
    ("let x: A<", "B", ">"),
    ("type A = ", "B", "[]"),
    ("type A = {a: ", "B", "}"),
    ("type A = B extends C ? D : ", "E", ""),
    ("type A = (", "B", ")"),
    ("namespace A { ", "", "}"),
    ("x as ", "A", ""),
    ("delete ", "a.b", ""),
    ("await ", "a", ""),
    ("/(?:", "a", ")/"),
    ("return ", "a", ""),
];

fn nested(shape: &(&str, &str, &str), levels: usize) -> String {
    format!("{}{}{}", shape.0.repeat(levels), shape.1, shape.2.repeat(levels))
}

fn compile_in(stack: usize, source: String) {
    let run = move || {
        for mode in [Mode::Program, Mode::Script] {
            let options = CompileOptions { mode, completion_value: true, typescript: true };
            drop(Program::compile(&source, &options));
        }
    };
    let thread = std::thread::Builder::new().stack_size(stack).spawn(run);
    assert!(thread.map(|thread| thread.join().is_ok()).unwrap_or(false));
}

/// Most levels of a shape that still have the given measure.
fn most(shape: &(&str, &str, &str), wanted: Nesting, ceiling: usize) -> usize {
    let (mut low, mut high) = (1, ceiling);
    while low < high {
        let middle = (low + high).div_ceil(2);
        let measure = Program::nesting(&nested(shape, middle));
        let fits = match wanted {
            Nesting::Shallow => measure == Nesting::Shallow,
            _ => measure != Nesting::TooDeep,
        };
        if fits {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[test]
fn shallow_sources_compile_in_half_a_megabyte() {
    for shape in SHAPES {
        let levels = most(shape, Nesting::Shallow, 20_000);
        if std::env::var_os("SHOW_NESTING").is_some() {
            println!("{shape:?} {levels}");
        }
        compile_in(512 << 10, nested(shape, levels));
    }
}

#[test]
fn deep_sources_compile_in_a_quarter_of_a_gigabyte() {
    for shape in SHAPES {
        let levels = most(shape, Nesting::Deep, 100_000);
        if std::env::var_os("SHOW_NESTING").is_some() {
            println!("{shape:?} {levels}");
        }
        compile_in(256 << 20, nested(shape, levels));
    }
}

#[test]
fn deeper_sources_are_refused() {
    let source = "(".repeat(20_000);
    let problems = Program::compile(&source, &CompileOptions::default()).err().unwrap_or_default();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message, "Source is nested too deeply");
}
