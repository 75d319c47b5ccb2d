import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const dist = (name: string): string => fileURLToPath(new URL(`./dist/${name}.js`, import.meta.url))

// Tests import the package by its public names and get its build, so that what they prove is what a user has.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^codemode-native$/, replacement: dist("index") },
      { find: /^codemode-native\/effect$/, replacement: dist("effect") },
      { find: /^codemode-native\/openapi$/, replacement: dist("openapi") },
    ],
  },
  test: {
    include: ["__test__/**/*.spec.ts"],
    testTimeout: 20_000,
    hookTimeout: 120_000,
    server: { deps: { external: [/\/dist\//] } },
  },
})
