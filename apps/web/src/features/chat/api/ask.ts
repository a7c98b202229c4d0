import type { chat } from '@gridloom/contract/chat/endpoints'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { ChatId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { chatKeys, chatQuery } from './chat-queries.ts'

export type Question = BodyInput<(typeof chat)['ask']>

/** Asks, in a new chat where none is named. Resolves with the chat's id once the chat is read with its new messages. */
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
    // @NOTE asked anew in the background: what fails to load says so where it is shown
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: chatKeys.lists }),
  })
}
