import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { modelSandboxFinder } from '@gridloom/agent/models/find-model-sandbox'
import { type LlamaEngine, openLlama } from '@gridloom/agent/models/llama/index'
import { systemClock } from '@gridloom/async/clock'
import { speakByHand } from './raw-http.ts'

/**
 * Opens a model whose library is compromised: it runs `deed` instead of opening the model, as the body of an async
 * function with access to `order` (the paths of the model and the library) and to {@link speakByHand}. @throws as
 * `openLlama` does
 */
export async function openHostileModel(deed: string): Promise<LlamaEngine & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-hostile-model-'))
  const library = path.join(folder, 'library')
  const dist = path.join(library, 'node-llama-cpp/dist')
  await mkdir(dist, { recursive: true })
  await chmod(folder, 0o755)
  await writeFile(path.join(folder, 'key'), 'secret', { mode: 0o644 })
  const file = path.join(folder, 'model.gguf')
  await copyFile(tinyModel, file)
  await chmod(file, 0o600)
  await writeFile(path.join(library, 'node-llama-cpp/package.json'), '{"type":"module"}')
  await writeFile(path.join(dist, 'index.js'), libraryThatDoes(deed))
  const clear = () => rm(folder, { recursive: true })
  try {
    const sandbox = await modelSandboxFinder()()
    if (sandbox === undefined || 'missing' in sandbox) throw new Error('there is no sandbox here')
    const engine = await openLlama({
      ...{ library, sandbox, file, slots: 1, contextTokensMax: null, threads: 1 },
      ...{ clock: systemClock, idleMsMax: 60_000, signal: new AbortController().signal },
    })
    const end = () => engine.close().then(clear)
    return { ...engine, [Symbol.asyncDispose]: end }
  } catch (cause) {
    await clear()
    throw cause
  }
}

function libraryThatDoes(deed: string): string {
  return `
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
${speakByHand}
const attempt = (deed) => { try { return deed() ?? 'made' } catch (cause) { return cause.code } }
export async function getLlama() {
  return { loadModel: async ({ modelPath }) => {
    const order = { file: modelPath, library: new URL('../..', import.meta.url).pathname.replace(/\\/$/, '') }
    ${deed}
  } }
}
export const resolveChatWrapper = undefined, LlamaGrammarEvaluationState = undefined, GgufFileType = {}
`
}

const tinyModel = fileURLToPath(
  new URL('../../fixtures/models/tinychat-1m-q8.gguf', import.meta.url),
)
