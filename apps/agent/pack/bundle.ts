import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const agentFolder = fileURLToPath(new URL('..', import.meta.url))

/** The agent's programs: each becomes one file that needs nothing but Node.js beside it. */
const programs = {
  'gridloom-agent': 'src/main.ts',
  worker: 'src/benchmarks/worker.ts',
  'llama-worker': 'src/models/llama/worker.ts',
} as const

const scripts = ['worker', 'probe', 'canary'] as const

/** Carries what runs inside Blender in the program itself: see `src/rendering/blender/scripts.ts`. */
function blenderScripts(): Record<string, string> {
  const folder = join(agentFolder, 'src/rendering/blender')
  const texts = scripts.map((name) => [name, readFileSync(join(folder, `${name}.py`), 'utf8')])
  return { gridloomBlenderScripts: JSON.stringify(Object.fromEntries(texts)) }
}

/** Writes the agent as `gridloom-agent.mjs`, `worker.mjs` and `llama-worker.mjs` into a folder, dependencies included. */
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

// `node pack/bundle.ts [FOLDER]`: into `dist`, where the server looks for it, unless told.
if (import.meta.main) await bundleAgent(process.argv[2] ?? join(agentFolder, 'dist'))
