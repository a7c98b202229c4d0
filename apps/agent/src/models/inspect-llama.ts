import { type Finding, ok, warn } from '../doctor/finding.ts'
import type { FoundLlama } from './llama/find-llama.ts'
import type { FindModelSandbox } from './open-engine.ts'

/** Returns a warning at most: without llama.cpp a machine can host, and serve models with engines beside the agent. */
export function inspectLlama(
  llama: FoundLlama,
  sandbox: Awaited<ReturnType<FindModelSandbox>>,
): Finding {
  if ('missing' in llama) return warn('models', llama.missing, llama.remedy)
  if (sandbox === undefined) {
    const text = `llama.cpp in ${llama.library}, not sandboxed: it runs with all your permissions`
    return warn('models', text, 'serve models on Linux, where bubblewrap sandboxes them')
  }
  if ('missing' in sandbox) return warn('models', sandbox.missing, sandbox.remedy)
  return ok('models', `llama.cpp in ${llama.library}, sandboxed by bubblewrap`)
}
