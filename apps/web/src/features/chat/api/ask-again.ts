import type { ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { chatQuery } from './chat-queries.ts'

interface Again {
  id: ChatId
  /** The prompt to answer again. */
  messageId: ChatMessageId
  modelId: ModelId
}

/** Generates another answer to a prompt, beside its existing answers. */
export function useAskAgain() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, messageId, modelId }: Again) => {
      const body = { message_id: messageId, model_id: modelId }
      await client.chat.again({ params: { id }, body })
      await queryClient.fetchQuery({ ...chatQuery(client, id), staleTime: 0 })
    },
    meta: { problem: 'shown-in-place' },
  })
}
