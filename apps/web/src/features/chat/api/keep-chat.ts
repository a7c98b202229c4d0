import type { Chat, ChatMessageView } from '@gridloom/contract/chat/chat'
import type { ChatId, GenerationId } from '@gridloom/contract/core/ids'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type LoadedChat } from './chat-queries.ts'

/** Writes a chat's newest word where it is shown. */
export function keepChat(queryClient: QueryClient, chat: Chat): void {
  queryClient.setQueryData<LoadedChat>(
    chatKeys.one(chat.id),
    (loaded) => loaded && { ...loaded, chat },
  )
}

/** What an answer was when it ended. */
export type EndedAnswer = Pick<ChatMessageView, 'text' | 'state' | 'problem' | 'cost'>

interface Ended {
  chatId: ChatId
  generationId: GenerationId
  answer: EndedAnswer
}

/** Writes the end of an answer into its chat, without asking for all of it again. */
export function keepEndedAnswer(queryClient: QueryClient, ended: Ended): void {
  const { chatId, generationId, answer } = ended
  queryClient.setQueryData<LoadedChat>(chatKeys.one(chatId), (loaded) => {
    if (loaded === undefined) return undefined
    const messages = loaded.messages.map((message) =>
      message.generation_id === generationId ? { ...message, ...answer } : message,
    )
    return { ...loaded, messages }
  })
}
