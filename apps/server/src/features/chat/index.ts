export { chatFeature } from './feature.ts'
export { type ChatCosts, readChatCosts } from './read-chat-costs.ts'
