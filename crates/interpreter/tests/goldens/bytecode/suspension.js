async function get(id) { return await tools.get({ id }); }
function* numbers() { const sent = yield 1; try { yield* [sent]; } finally { yield 2; } }
async function* pages() { for await (const page of pages()) yield page; return 1; }
await Promise.all([get(1), get(2)]);
