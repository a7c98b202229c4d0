import type { ChatId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { keepChat } from './keep-chat.ts'

/**
 * Creates a public link to the shown branch, which replaces an earlier one. Resolves with the secret, returned once.
 */
export function useShareChat(id: ChatId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.chat.share({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: ({ chat }) => keepChat(queryClient, chat),
  })
}

/** Revokes the link of a chat. */
export function useUnshareChat(id: ChatId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.chat.unshare({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (chat) => keepChat(queryClient, chat),
  })
}
