export { createChatServices } from './create-chat-services.ts'
export type { ChatsCtx } from './ctx.ts'
export { chatFeature } from './feature.ts'
