import type { chat } from '@gridloom/contract/chat/endpoints'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { ChatId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { chatKeys } from './chat-queries.ts'
import { keepChat } from './keep-chat.ts'

type ChatChange = BodyInput<(typeof chat)['change']>

/** Renames a chat, shows another branch, or changes its model or parameters. The caller shows any error. */
export function useChangeChat() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ChatChange & { id: ChatId }) =>
      client.chat.change({ params: { id }, body }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (chat, { title }) => {
      keepChat(queryClient, chat)
      if (title !== undefined) void queryClient.invalidateQueries({ queryKey: chatKeys.lists })
    },
  })
}
