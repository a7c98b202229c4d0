import type { Changes } from '../../platform/database/listen.ts'
import type { AnswersCtx, BeginAnswer } from '../models/index.ts'
import type { RunningAnswers } from './running-answers.ts'

/** The context of this feature. */
export interface ChatsCtx extends AnswersCtx {
  readonly changes: Changes
  readonly runningAnswers: RunningAnswers
}

/** The context of verbs that begin answers. */
export interface AskingCtx extends ChatsCtx {
  readonly beginAnswer: BeginAnswer
}
