import type { Chat, ChatMessageView } from '@gridloom/contract/chat/chat'
import type { ChatId, GenerationId } from '@gridloom/contract/core/ids'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type LoadedChat } from './chat-queries.ts'

/** Writes a changed chat into the query cache. */
export function keepChat(queryClient: QueryClient, chat: Chat): void {
  queryClient.setQueryData<LoadedChat>(
    chatKeys.one(chat.id),
    (loaded) => loaded && { ...loaded, chat },
  )
}

/** The final state of an answer. */
export type EndedAnswer = Pick<ChatMessageView, 'text' | 'reasoning' | 'state' | 'problem' | 'cost'>

interface Ended {
  chatId: ChatId
  generationId: GenerationId
  answer: EndedAnswer
}

/** Writes a finished answer into its cached chat, without reloading the chat. */
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
