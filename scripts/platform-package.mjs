#!/usr/bin/env node
// Writes npm/<platform>: the package that carries the addon for the platform of this build.
//
// The root package names these packages as optional dependencies of its own exact version; a package manager installs the
// one whose `os`, `cpu` and `libc` fit, and the generated loader finds it by name.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const prefix = `${manifest.napi.binaryName}.`

for (const file of readdirSync(join(root, "native")).filter((name) => name.startsWith(prefix) && name.endsWith(".node"))) {
  const platform = file.slice(prefix.length, -".node".length)
  const [os, cpu, abi] = platform.split("-")
  const folder = join(root, "npm", platform)
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(root, "native", file), join(folder, file))
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  const libc = abi === "gnu" ? ["glibc"] : abi === "musl" ? ["musl"] : undefined
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify(
      {
        name: `${manifest.napi.packageName}-${platform}`,
        version: manifest.version,
        description: `The addon of ${manifest.name} for ${platform}.`,
        license: manifest.license,
        main: file,
        files: [file],
        os: [os],
        cpu: [cpu],
        ...(libc === undefined ? {} : { libc }),
        engines: manifest.engines,
      },
      null,
      2,
    )}\n`,
  )
  console.log(`npm/${platform}`)
}
