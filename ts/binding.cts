/**
 * Loads the addon, once per process and build, and says what to do where there is none.
 *
 * CommonJS on purpose: both builds share this very file, so they share one addon instance too.
 */

const PACKAGE = "codemode-native"
const PREBUILT = ["linux-x64-gnu"]

function platform(): string {
  const { platform: os, arch } = process
  if (os !== "linux") return `${os}-${arch}`
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  return `linux-${arch}-${report?.header?.glibcVersionRuntime === undefined ? "musl" : "gnu"}`
}

function load(): unknown {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return require("../native/index.cjs")
  } catch (cause) {
    const here = platform()
    const known = PREBUILT.includes(here)
    throw new Error(
      known
        ? `${PACKAGE}: the addon for ${here} could not be loaded. Is the optional package ${PACKAGE}-${here} installed? ` +
          `Package managers skip it with --no-optional or --omit=optional, and lockfiles written on another platform may lack it: ` +
          `remove node_modules and the lockfile, install again. In a checkout of the repository run "npm run build". ` +
          `NAPI_RS_NATIVE_LIBRARY_PATH may name a .node file to load instead.`
        : `${PACKAGE}: there is no prebuilt addon for ${here} (prebuilt: ${PREBUILT.join(", ")}). ` +
          `Build it from source: clone the repository, install Rust from https://rustup.rs, run "npm ci", and set ` +
          `NAPI_RS_NATIVE_LIBRARY_PATH to the native/*.node file that this writes.`,
      { cause },
    )
  }
}

let addon: unknown

/** The addon; throws an `Error` that says what to do when there is none for this platform. */
function loadBinding(): unknown {
  addon ??= load()
  return addon
}

export = loadBinding
