import type { Platform } from '../../platform/create-platform.ts'
import type { ChatsCtx } from './ctx.ts'
import { createRunningAnswers } from './running-answers.ts'

export interface ChatServices extends AsyncDisposable {
  /** For the context of its verbs. */
  readonly adapters: Pick<ChatsCtx, 'runningAnswers'>
}

/** The answers of chats that run here. Dispose it before the services that pay for them. */
export function createChatServices(platform: Platform): ChatServices {
  const runningAnswers = createRunningAnswers(platform)
  return {
    adapters: { runningAnswers },
    [Symbol.asyncDispose]: () => runningAnswers[Symbol.asyncDispose](),
  }
}
