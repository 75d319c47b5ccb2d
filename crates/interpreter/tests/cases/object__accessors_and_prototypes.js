// Getters, setters, prototype chains, delegation.
const account = { _balance: 0, get balance() { return "$" + this._balance; }, set balance(v) { if (typeof v !== "number") throw new TypeError("number wanted"); this._balance = v; } };
account.balance = 5;
equal([account.balance, Object.keys(account), JSON.stringify(account), Object.getOwnPropertyDescriptor(account, "balance").get.name], ["$5", ["_balance", "balance"], '{"_balance":5,"balance":"$5"}', "get balance"]);
throws("TypeError", () => { account.balance = "x"; }, "number wanted");
const child = Object.create(account);
child.balance = 9;
equal([child.balance, account.balance, Object.keys(child)], ["$9", "$5", ["_balance"]]);
const readOnly = Object.create({ get fixed() { return 1; } });
throws("TypeError", () => { readOnly.fixed = 2; });
const blocked = Object.create(Object.freeze({ n: 1 }));
throws("TypeError", () => { blocked.n = 2; });
Object.defineProperty(blocked, "n", { value: 3 });
same(blocked.n, 3);
let computed = 0;
const lazy = { get value() { computed++; Object.defineProperty(this, "value", { value: 42 }); return 42; } };
equal([lazy.value, lazy.value, computed], [42, 42, 1]);
function Animal(name) { this.name = name; }
Animal.prototype.speak = function () { return this.name + " makes a sound"; };
function Dog(name) { Animal.call(this, name); }
Dog.prototype = Object.create(Animal.prototype, { constructor: { value: Dog } });
Dog.prototype.speak = function () { return Animal.prototype.speak.call(this) + ": woof"; };
const dog = new Dog("Rex");
equal([dog.speak(), dog instanceof Animal, dog.constructor === Dog, Object.keys(dog)], ["Rex makes a sound: woof", true, true, ["name"]]);
Animal.prototype.legs = 4;
same(dog.legs, 4);
dog.legs = 3;
delete dog.legs;
same(dog.legs, 4);
const keysOf = (o) => { const keys = []; for (const k in o) keys.push(k); return keys; };
equal(keysOf(dog), ["name", "speak", "legs"]);
throws("TypeError", () => { const a = {}; const b = Object.create(a); Object.setPrototypeOf(a, b); }, "Cyclic __proto__ value");
equal([{}.__proto__ === Object.prototype, { __proto__: null } instanceof Object, typeof Object.prototype.__proto__], [true, false, "object"]);
const counter = { count: 0, get next() { return ++this.count; } };
equal([counter.next, counter["next"], counter?.next], [1, 2, 3]);
