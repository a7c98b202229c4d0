import type { ChatId } from '@gridloom/contract/core/ids'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { chatQuery, noChat } from './chat-queries.ts'

/** A chat; one that did not begin yet is not asked for. */
export function useChat(id: ChatId | undefined) {
  const client = useClient()
  return useQuery(id === undefined ? noChat : chatQuery(client, id))
}
