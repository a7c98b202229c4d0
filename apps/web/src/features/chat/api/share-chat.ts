import type { ChatId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { keepChat } from './keep-chat.ts'

/** Makes a link by which anybody reads what is shown now; an earlier one ends. Resolves with the secret, told this once. */
export function useShareChat(id: ChatId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.chat.share({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: ({ chat }) => keepChat(queryClient, chat),
  })
}

/** Ends the link of a chat. */
export function useUnshareChat(id: ChatId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.chat.unshare({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (chat) => keepChat(queryClient, chat),
  })
}
