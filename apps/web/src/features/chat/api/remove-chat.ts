import type { ChatId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { chatKeys } from './chat-queries.ts'

/** Deletes a chat with its messages and its shared link. */
export function useRemoveChat() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: ChatId) => client.chat.remove({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatKeys.lists }),
  })
}
