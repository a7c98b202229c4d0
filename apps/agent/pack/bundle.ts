import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const agentFolder = fileURLToPath(new URL('..', import.meta.url))

/** The agent's programs: each is bundled into one file that needs nothing but Node.js. */
const programs = {
  'gridloom-agent': 'src/main.ts',
  worker: 'src/benchmarks/worker.ts',
  'gpu-worker': 'src/benchmarks/gpu/worker.ts',
  'llama-worker': 'src/models/llama/worker.ts',
} as const

const scripts = ['worker', 'probe', 'canary'] as const

/** Embeds the scripts that run inside Blender into the bundle, see `src/rendering/blender/scripts.ts`. */
function blenderScripts(): Record<string, string> {
  const folder = join(agentFolder, 'src/rendering/blender')
  const texts = scripts.map((name) => [name, readFileSync(join(folder, `${name}.py`), 'utf8')])
  return { gridloomBlenderScripts: JSON.stringify(Object.fromEntries(texts)) }
}

/** The platforms that have GPUs to measure, as koffi names them: its package, and the folder in it. */
const nativeParts = {
  'linux-x64': 'linux_x64',
  'linux-arm64': 'linux_arm64',
  'win32-x64': 'win32_x64',
} as const

/** Bundles the agent with its dependencies into a folder: one `.mjs` for each program, and the native parts of koffi. */
export async function bundleAgent(folder: string): Promise<void> {
  for (const [name, source] of Object.entries(programs)) {
    await build({
      cwd: agentFolder,
      input: { [name]: source },
      platform: 'node',
      transform: { define: blenderScripts() },
      logLevel: 'warn',
      output: {
        dir: folder,
        format: 'esm',
        entryFileNames: '[name].mjs',
        codeSplitting: false,
      },
    })
  }
  await copyNativeParts(folder)
}

/**
 * Copies koffi's native parts that are installed here: a package manager installs those of its own platform unless it is
 * told otherwise. An agent without its part measures no GPUs, and says so.
 */
async function copyNativeParts(folder: string): Promise<void> {
  const koffi = findPackageJSON('koffi', import.meta.url)
  if (koffi === undefined) throw new Error('koffi is not installed')
  for (const [platform, part] of Object.entries(nativeParts)) {
    const from = join(dirname(koffi), '..', '@koromix', `koffi-${platform}`, part, 'koffi.node')
    if (!existsSync(from)) continue
    await mkdir(join(folder, 'koffi', part), { recursive: true })
    await cp(from, join(folder, 'koffi', part, 'koffi.node'))
  }
}

// `node pack/bundle.ts [FOLDER]`: bundles into FOLDER, by default `dist`, where the server looks for it.
if (import.meta.main) await bundleAgent(process.argv[2] ?? join(agentFolder, 'dist'))
