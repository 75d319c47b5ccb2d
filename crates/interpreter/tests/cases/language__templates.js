// Template literals and tagged templates.
const name = "World";
same(`Hello, ${name}!`, "Hello, World!");
same(`${1 + 1}${"a"}${null}${undefined}${true}${[1, 2]}${{}}`, "2anullundefinedtrue1,2[object Object]");
same(`line
two`, "line\ntwo");
same(`a\tb\u0041\x42\${}`, "a\tbAB${}");
same(`outer ${`inner ${name}`}`, "outer inner World");
same(`\``, "`");
same(`${{ toString: () => "text", valueOf: () => 1 }}`, "text");
throws("TypeError", () => `${Symbol("s")}`, "Cannot convert a Symbol value to a string");

const tag = (strings, ...values) => ({ cooked: [...strings], raw: [...strings.raw], values });
equal(tag`a${1}b${2}`, { cooked: ["a", "b", ""], raw: ["a", "b", ""], values: [1, 2] });
equal(tag`\n${0}\u{41}`, { cooked: ["\n", "A"], raw: ["\\n", "\\u{41}"], values: [0] });
equal(tag`\unicode`, { cooked: [undefined], raw: ["\\unicode"], values: [] });
const identity = (strings) => strings;
const site = () => identity`same ${0}`;
same(site(), site());
same(Object.isFrozen(site()), true);
same(identity`x` === identity`x`, false);
const owner = { prefix: ">", mark(strings) { return this.prefix + strings[0]; } };
same(owner.mark`text`, ">text");
same(String.raw`C:\new\${name}`, "C:\\new\\${name}");
same(String.raw`\${1 + 1}`, "\\${1 + 1}");
same(String.raw({ raw: ["a", "b", "c"] }, 1, 2, 3), "a1b2c");
same(((strings) => () => strings[0])`curried`(), "curried");
