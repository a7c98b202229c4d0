import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../platform/feature.ts'
import { countAnswering, storedChats } from './chats-store.ts'

const miB = 1024 ** 2

export const chatQuota: Quota = {
  max: quotas.chats,
  what: 'chats',
  used: async (db, party) => (await storedChats(db, party)).count,
}

/** In MiB. */
export const chatTextQuota: Quota = {
  max: quotas.chatTextMiB,
  what: 'MiB of text in chats',
  used: async (db, party) => (await storedChats(db, party)).bytes / miB,
}

export const answersAtOnceQuota: Quota = {
  max: quotas.answersAtOnce,
  what: 'answers at once',
  used: countAnswering,
}
