import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const agentFolder = fileURLToPath(new URL('..', import.meta.url))

/** The agent's programs: each is bundled into one file that needs nothing but Node.js. */
const programs = {
  'gridloom-agent': 'src/main.ts',
  worker: 'src/benchmarks/worker.ts',
  'llama-worker': 'src/models/llama/worker.ts',
} as const

const scripts = ['worker', 'probe', 'canary'] as const

/** Embeds the scripts that run inside Blender into the bundle, see `src/rendering/blender/scripts.ts`. */
function blenderScripts(): Record<string, string> {
  const folder = join(agentFolder, 'src/rendering/blender')
  const texts = scripts.map((name) => [name, readFileSync(join(folder, `${name}.py`), 'utf8')])
  return { gridloomBlenderScripts: JSON.stringify(Object.fromEntries(texts)) }
}

/** Bundles the agent with its dependencies into a folder: `gridloom-agent.mjs`, `worker.mjs`, `llama-worker.mjs`. */
export async function bundleAgent(folder: string): Promise<void> {
  for (const [name, source] of Object.entries(programs)) {
    await build({
      cwd: agentFolder,
      input: { [name]: source },
      platform: 'node',
      transform: { define: blenderScripts() },
      logLevel: 'warn',
      output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs' },
    })
  }
}

// `node pack/bundle.ts [FOLDER]`: bundles into FOLDER, by default `dist`, where the server looks for it.
if (import.meta.main) await bundleAgent(process.argv[2] ?? join(agentFolder, 'dist'))
