class Base {
  #secret = 1;
  static count = 0;
  [`computed${1}`] = () => this.#secret;
  constructor(name) { this.name = name; Base.count++; }
  get secret() { return this.#secret; }
  #hidden() { return new.target; }
  static { Base.ready = true; }
}
class Derived extends Base {
  extra = super.secret;
  constructor() { const late = () => super("x"); late(); }
  toString() { return super.toString() + this.name; }
}
