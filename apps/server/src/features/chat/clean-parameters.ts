import type { ChatParameters } from '@gridloom/contract/chat/chat'

/** Replaces lone surrogates with U+FFFD, as the database rejects them. */
export function cleanParameters(parameters: ChatParameters): ChatParameters {
  return { ...parameters, system: parameters.system.toWellFormed() }
}
