import type { Platform } from '../../platform/create-platform.ts'
import type { ChatsCtx } from './ctx.ts'
import { createRunningAnswers } from './running-answers.ts'

export interface ChatServices extends AsyncDisposable {
  /** The adapters for the context of the feature's verbs. */
  readonly adapters: Pick<ChatsCtx, 'runningAnswers'>
}

/**
 * Creates the service of the answers that this replica generates. Dispose of it before the services that pay for
 * answers.
 */
export function createChatServices(platform: Platform): ChatServices {
  const runningAnswers = createRunningAnswers(platform)
  return {
    adapters: { runningAnswers },
    [Symbol.asyncDispose]: () => runningAnswers[Symbol.asyncDispose](),
  }
}
