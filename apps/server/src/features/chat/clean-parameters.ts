import type { ChatParameters } from '@gridloom/contract/chat/chat'

/** Halves of surrogate pairs become U+FFFD: the database takes no others. */
export function cleanParameters(parameters: ChatParameters): ChatParameters {
  return { ...parameters, system: parameters.system.toWellFormed() }
}
