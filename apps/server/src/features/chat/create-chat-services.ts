import type { Platform } from '../../platform/create-platform.ts'
import type { Services } from '../../platform/feature.ts'
import type { ChatsCtx } from './ctx.ts'
import { createRunningAnswers } from './running-answers.ts'

/** The part of the feature's context that its services provide. */
export type ChatAdapters = Pick<ChatsCtx, 'runningAnswers'>

/**
 * Creates the service of the answers that this replica generates. Dispose of it before the services that pay for
 * answers.
 */
export function createChatServices(platform: Platform): Services<ChatAdapters> {
  const runningAnswers = createRunningAnswers(platform)
  return {
    adapters: { runningAnswers },
    [Symbol.asyncDispose]: () => runningAnswers[Symbol.asyncDispose](),
  }
}
