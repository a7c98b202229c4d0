import type { FoundLlama } from '../inference/llama/find-llama.ts'
import { type Finding, ok, warn } from './finding.ts'

/** A machine hosts without it, and serves models with engines beside the agent. */
export function judgeLlama(llama: FoundLlama): Finding {
  if ('library' in llama) return ok('models', `llama.cpp in ${llama.library}`)
  return warn('models', llama.missing, llama.remedy)
}
