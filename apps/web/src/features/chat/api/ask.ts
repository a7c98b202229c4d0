import type { chat } from '@gridloom/contract/chat/endpoints'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { ChatId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { chatKeys, chatQuery } from './chat-queries.ts'

export type Question = BodyInput<(typeof chat)['ask']>

/** Sends a prompt, in a new chat if none is named. Resolves with the chat's id once its new messages are loaded. */
export function useAsk() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (question: Question): Promise<ChatId> => {
      const { chat_id: id } = await client.chat.ask({
        query: { new_chat: question.chat_id ? 'false' : 'true' },
        body: question,
      })
      await queryClient.fetchQuery({ ...chatQuery(client, id), staleTime: 0 })
      return id
    },
    meta: { problem: 'shown-in-place' },
    // @NOTE refetched in the background: the list itself shows a failure to load
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: chatKeys.lists }),
  })
}
