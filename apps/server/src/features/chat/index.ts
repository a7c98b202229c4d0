export type { ChatsCtx } from './ctx.ts'
export { chatFeature } from './feature.ts'
export { createRunningAnswers } from './running-answers.ts'
