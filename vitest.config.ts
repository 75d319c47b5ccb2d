import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const entry = (name: string): string => fileURLToPath(new URL(`./ts/${name}.ts`, import.meta.url))

// Tests import the package by its public names, so that what they prove is what a user writes.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^codemode-native$/, replacement: entry("index") },
      { find: /^codemode-native\/effect$/, replacement: entry("effect") },
    ],
  },
  test: {
    include: ["__test__/**/*.spec.ts"],
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
})
