import type { Feature } from '../../platform/feature.ts'
import { beginAnswer } from '../models/index.ts'
import { answersAtOnceQuota, chatQuota, chatTextQuota } from './chat-quotas.ts'
import { deleteChatsOf } from './chats-store.ts'
import { type ChatAdapters, createChatServices } from './create-chat-services.ts'
import type { ChatsCtx } from './ctx.ts'
import { chatPersonalData } from './personal-data-store.ts'
import { chatRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A chat; the subject is its id. */
    chat: 'stored'
  }
}

export const chatFeature: Feature<ChatsCtx, ChatAdapters> = {
  name: 'chat',
  services: createChatServices,
  personalData: chatPersonalData,
  routes: (routes) => chatRoutes(routes, { beginAnswer }),
  topics: { chat: { scope: 'chats:read', show: async () => ({ event: 'chats', data: {} }) } },
  quotas: [chatQuota, chatTextQuota, answersAtOnceQuota],
  hooks: { 'account.closed': (_ctx, tx, { accountId }) => deleteChatsOf(tx, accountId) },
}
