function attempt(list) {
  for (const item of list) {
    try {
      if (item.skip) continue;
      return item();
    } catch ({ message }) {
      if (message) throw new Error(message);
    } finally {
      list.done = true;
    }
  }
}
switch (attempt([])) {
  case 1: attempt(1); break;
  case "two": { attempt(2); }
  default: attempt(3);
}
label: { if (attempt) break label; attempt(4); }
