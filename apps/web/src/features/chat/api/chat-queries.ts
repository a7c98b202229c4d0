import type { Client } from '@gridloom/client/calls'
import type { chat } from '@gridloom/contract/chat/endpoints'
import type { ResponseOf } from '@gridloom/contract/core/endpoint'
import type { ChatId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** A chat with all messages of its tree. */
export type LoadedChat = ResponseOf<(typeof chat)['load']>

/** The page size of the chat list, as in the specification. */
export const chatPageSize = 20

/** Query keys of chats, nested under the key that a chat event invalidates. */
export const chatKeys = {
  one: (id: ChatId | 'none') => [...keys.chats, 'one', id],
  lists: [...keys.chats, 'list'],
  list: (filter: ChatListFilter) => [...keys.chats, 'list', filter],
} as const

export interface ChatListFilter {
  readonly model_id?: ModelId
  readonly search?: string
}

export function chatQuery(client: Client, id: ChatId) {
  return queryOptions({
    queryKey: chatKeys.one(id),
    queryFn: ({ signal }) => client.chat.load({ query: { chat_id: id }, signal }),
  })
}

/** The query in place of a chat that has not started yet; it never sends a request. */
export const noChat = queryOptions<LoadedChat, Error, LoadedChat, ReturnType<typeof chatKeys.one>>({
  queryKey: chatKeys.one('none'),
  queryFn: skipToken,
})

/** The user's chats, newest first, page by page. */
export function chatListQuery(client: Client, filter: ChatListFilter) {
  return infiniteQueryOptions({
    queryKey: chatKeys.list(filter),
    queryFn: ({ signal, pageParam: page }) =>
      client.chat.list({ query: { ...filter, page, page_size: chatPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * chatPageSize < total ? pages.length + 1 : undefined,
  })
}
