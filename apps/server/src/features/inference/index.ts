export type { ChatsCtx } from './chats/index.ts'
export { createInference, type Inference } from './create-inference.ts'
export type { ModelsCtx } from './ctx.ts'
export { chatFeature, modelsFeature } from './feature.ts'
