// Fields, methods, statics, accessors, inheritance, private names.
class Account {
  static #count = 0;
  static kinds = ["plain"];
  #balance = 0;
  owner;
  log = [];
  constructor(owner, balance = 0) { this.owner = owner; this.#balance = balance; Account.#count++; }
  deposit(amount) { this.#check(amount); this.#balance += amount; this.log.push(amount); return this; }
  #check(amount) { if (!(amount > 0)) throw new RangeError(`bad amount ${amount}`); }
  get balance() { return this.#balance; }
  set balance(value) { throw new TypeError("read only"); }
  static get count() { return Account.#count; }
  static open(owner) { return new this(owner); }
  static isAccount(value) { return #balance in value; }
  [Symbol.toPrimitive](hint) { return hint === "number" ? this.#balance : `Account(${this.owner})`; }
}
const account = new Account("Ann", 10).deposit(5);
equal([account.balance, account.owner, account.log, Account.count, Account.kinds], [15, "Ann", [5], 1, ["plain"]]);
throws("RangeError", () => account.deposit(-1), "bad amount -1");
throws("TypeError", () => { account.balance = 1; }, "read only");
equal([Account.isAccount(account), Account.isAccount({}), +account, `${account}`], [true, false, 15, "Account(Ann)"]);
same(Object.keys(account).join(), "owner,log");
throws("TypeError", () => Account("x"), "Class constructor Account cannot be invoked without 'new'");
throws("TypeError", () => Account.prototype.deposit.call({}, 1));

class Savings extends Account {
  rate = 0.1;
  constructor(owner) { super(owner, 100); this.kind = "savings"; }
  deposit(amount) { super.deposit(amount * 2); return this; }
  get balance() { return super.balance + 1; }
  static open(owner) { const opened = super.open(owner); opened.opened = true; return opened; }
}
const savings = Savings.open("Bo");
savings.deposit(1);
equal([savings.balance, savings.rate, savings.kind, savings.opened, savings.log], [103, 0.1, "savings", true, [2]]);
equal([savings instanceof Savings, savings instanceof Account, savings.constructor.name, Object.getPrototypeOf(Savings) === Account], [true, true, "Savings", true]);

class Implicit extends Account {}
same(new Implicit("Cy", 7).balance, 7);
throws("ReferenceError", () => { new (class extends Account { constructor() { this.x = 1; } })(); });
throws("TypeError", () => { new (class extends null {})(); });
const Named = class Inner { static self = Inner; who() { return Inner.name; } };
equal([Named.name, Named.self === Named, new Named().who()], ["Inner", true, "Inner"]);
const Anonymous = class {};
same(Anonymous.name, "Anonymous");
throws("ReferenceError", () => { new Later(); class Later {} });

const order = [];
class Ordered {
  static a = order.push("static a");
  [(order.push("key"), "computed")] = order.push("field");
  static { order.push("block " + this.name); }
  static b = order.push("static b");
}
equal(order, ["key", "static a", "block Ordered", "static b"]);
new Ordered();
same(order.at(-1), "field");

class Bound { n = 1; arrow = () => this.n; method() { return this?.n; } }
const { arrow, method } = new Bound();
equal([arrow(), method()], [1, undefined]);
class List extends Array { sum() { return this.reduce((a, b) => a + b, 0); } }
const list = List.from([1, 2, 3]);
equal([list.sum(), list.length, list.map((n) => n * 2) instanceof List, list.filter((n) => n > 1).sum()], [6, 3, true, 5]);
class Failure extends Error { constructor(message, options) { super(message, options); this.name = "Failure"; } }
const failure = new Failure("f", { cause: 1 });
equal([String(failure), failure.cause, failure instanceof Error, Object.prototype.toString.call(failure)], ["Failure: f", 1, true, "[object Error]"]);
const mixin = (Base) => class extends Base { mixed() { return "mixed"; } };
same(new (mixin(Bound))().mixed(), "mixed");
same(new (class { constructor() { return { replaced: true }; } })().replaced, true);
class Accessors { static #secret = 1; static get secret() { return this.#secret; } static set secret(v) { this.#secret = v; } #p() { return "p"; } get p() { return this.#p; } }
Accessors.secret = 2;
equal([Accessors.secret, new Accessors().p()], [2, "p"]);
same(Object.getOwnPropertyNames(Accessors.prototype).join(), "constructor,p");
same(Object.getOwnPropertyDescriptor(Account.prototype, "deposit").enumerable, false);
class Target { constructor() { this.target = new.target; } }
class SubTarget extends Target {}
equal([new Target().target === Target, new SubTarget().target === SubTarget], [true, true]);
