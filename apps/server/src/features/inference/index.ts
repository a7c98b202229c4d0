export { beginAnswer } from './answers/index.ts'
export {
  answersAtOnceQuota,
  type ChatsCtx,
  chatQuota,
  chatRoutes,
  chatTextQuota,
  deleteChatsOf,
} from './chats/index.ts'
export { createInference, type Inference } from './create-inference.ts'
export type { ModelsCtx } from './ctx.ts'
export { serveFirstModel } from './endpoints/serve-first-model.ts'
export { tidyMinutes } from './endpoints/tidy-minutes.ts'
export { modelRoutes } from './hub/routes.ts'
export { closeTabsOf, readTabKeySpend } from './money/index.ts'
export { openAiRoutes } from './openai/index.ts'
