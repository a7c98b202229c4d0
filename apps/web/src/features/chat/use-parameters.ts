import { ChatParameters } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import { useState } from 'react'
import { useChangeChat } from './api/change-chat.ts'
import { useChat } from './api/use-chat.ts'

/** The parameters of a chat: its stored ones, or those of this screen until the chat starts. */
export function useParameters(chatId: ChatId | undefined) {
  const [draft, setDraft] = useState(() => ChatParameters.parse({}))
  const { data: loaded } = useChat(chatId)
  const change = useChangeChat()
  return {
    parameters: loaded?.chat.parameters ?? draft,
    busy: change.isPending,
    problem: change.error,
    async save(parameters: ChatParameters): Promise<void> {
      setDraft(parameters)
      if (chatId !== undefined) await change.mutateAsync({ id: chatId, parameters })
    },
  }
}
export type SavedParameters = ReturnType<typeof useParameters>
