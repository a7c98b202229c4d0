export type { ChatsCtx } from './ctx.ts'
export { chatRoutes } from './routes.ts'
export { createRunningAnswers, type RunningAnswers } from './running-answers.ts'
