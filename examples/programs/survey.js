// Which public Rust items of this repository have no doc comment, crate by crate?
const files = (await tools.files.list({ folder: "crates" })).filter((file) => file.path.endsWith(".rs"))

const perFile = await Promise.all(
  files.map(async ({ path, bytes }) => {
    const crate = path.split("/")[1]
    try {
      const [items, source] = await Promise.all([
        tools.files.grep({ path, pattern: "^pub (fn|struct|enum|trait|const|type) " }),
        tools.files.read({ path }),
      ])
      const lines = source.split("\n")
      const undocumented = items.filter(({ line }) => {
        let above = line - 2
        while (above >= 0 && lines[above].trim().startsWith("#[")) above--
        return !(lines[above] ?? "").trim().startsWith("///")
      })
      return { crate, path, bytes, lines: lines.length, items: items.length, undocumented }
    } catch (error) {
      console.warn(`${path}: ${error.message}`)
      return { crate, path, bytes, lines: 0, items: 0, undocumented: [] }
    }
  }),
)

const crates = Object.entries(Object.groupBy(perFile, (file) => file.crate)).map(([name, members]) => {
  const sum = (pick) => members.reduce((total, member) => total + pick(member), 0)
  return { name, files: members.length, lines: sum((m) => m.lines), items: sum((m) => m.items), undocumented: sum((m) => m.undocumented.length) }
})
crates.sort((a, b) => b.lines - a.lines)
console.log(`surveyed ${files.length} files of ${crates.length} crates`)

const report = [
  "# Documentation survey",
  "",
  "| crate | files | lines | public items | without doc |",
  "| --- | ---: | ---: | ---: | ---: |",
  ...crates.map((c) => `| ${c.name} | ${c.files} | ${c.lines} | ${c.items} | ${c.undocumented} |`),
  "",
  ...perFile.flatMap((file) => file.undocumented.map(({ line, text }) => `- ${file.path}:${line} \`${text}\``)),
].join("\n")
const { bytes } = await tools.files.write({ path: "survey.md", content: report })

return {
  report: "survey.md",
  bytes,
  largest: crates[0].name,
  totals: { files: files.length, lines: crates.reduce((n, c) => n + c.lines, 0), items: crates.reduce((n, c) => n + c.items, 0) },
  leastDocumented: [...crates].sort((a, b) => b.undocumented - a.undocumented).slice(0, 3).map(({ name, undocumented }) => ({ name, undocumented })),
}
