import type { ChatId } from '@gridloom/contract/core/ids'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { chatQuery, noChat } from './chat-queries.ts'

/** Loads a chat; one that has not started yet sends no request. */
export function useChat(id: ChatId | undefined) {
  const client = useClient()
  return useQuery(id === undefined ? noChat : chatQuery(client, id))
}
