```js
return x +;
```
=====
Here is the program:

```ts
const a: number = 1;
return a b
```
Done.
=====
{ a: 1 }
=====
{ "a": 1, b: [2] }
=====
async () => { return 1 }
=====
export default async function main() { return 1 }
=====
function main() { return 1 }
main()
=====
