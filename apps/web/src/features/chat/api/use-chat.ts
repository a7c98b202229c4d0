import type { ChatId } from '@gridloom/contract/ids'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/runtime.tsx'
import { chatKeys } from './chat-queries.ts'

/** A chat; one that did not begin yet is not asked for. */
export function useChat(id: ChatId | undefined) {
  const client = useClient()
  return useQuery({
    queryKey: id === undefined ? chatKeys.none : chatKeys.one(id),
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => client.chats.load({ query: { chat_id: id }, signal }),
  })
}
