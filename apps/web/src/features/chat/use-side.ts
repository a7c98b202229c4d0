import type { ChatParameters } from '@gridloom/contract/chat/chat'
import type { ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { useMemo, useState } from 'react'
import { useFollowedAnswer } from './answer/use-followed-answer.ts'
import { useAsk } from './api/ask.ts'
import { useAskAgain } from './api/ask-again.ts'
import { useChangeChat } from './api/change-chat.ts'
import { useStopAnswer } from './api/stop-answer.ts'
import { useChat } from './api/use-chat.ts'
import { runningAnswer, shownRows, type ThreadRow } from './thread/shown-rows.ts'

interface SideInput {
  modelId: ModelId
  /** `undefined` until the first prompt is sent. */
  chatId: ChatId | undefined
  /** The parameters of a chat that starts here. */
  parameters: ChatParameters
  /** The messages that a chat which starts here begins with: copies of another thread's. */
  history?: readonly ThreadRow[]
  /** Called when a chat starts here. */
  onBegun: (id: ChatId) => void
}

export interface Prompt {
  text: string
  /** The message that the prompt follows, if not the last one. */
  parentId?: ChatMessageId | null
}

const noRows: readonly ThreadRow[] = []

/** A thread without a chat shows the messages that it will begin with. */
function startOf(chatId: ChatId | undefined, history: readonly ThreadRow[]): readonly ThreadRow[] {
  return chatId === undefined ? history : noRows
}

function historyTo(rows: readonly ThreadRow[], { parentId }: Prompt) {
  const end = parentId === undefined ? rows.at(-1)?.message.id : parentId
  return end === undefined || end === null ? {} : { history_to: end }
}

function parentOf({ parentId }: Prompt) {
  return parentId === undefined ? {} : { parent_id: parentId }
}

/** One thread of the screen: its chat and everything that can be done with it. */
export type ChatSide = Omit<ReturnType<typeof useSide>, 'loaded'> & {
  loaded: Pick<ReturnType<typeof useChat>, 'data' | 'error' | 'refetch'>
}

export function useSide({ modelId, chatId, parameters, history = noRows, onBegun }: SideInput) {
  const loaded = useChat(chatId)
  const running = loaded.data && runningAnswer(loaded.data)
  const rows = useMemo(
    () => (loaded.data ? shownRows(loaded.data) : startOf(chatId, history)),
    [loaded.data, chatId, history],
  )
  const store = useFollowedAnswer({ chatId, running })
  const ask = useAsk()
  const again = useAskAgain()
  const change = useChangeChat()
  const stop = useStopAnswer()
  /** The prompt that is being sent, shown before the server has stored it. */
  const [asking, setAsking] = useState<Prompt>()

  async function send(prompt: Prompt): Promise<'sent' | 'refused'> {
    setAsking(prompt)
    again.reset()
    try {
      const id = await ask.mutateAsync({
        model_id: modelId,
        prompt: prompt.text,
        ...(chatId === undefined
          ? { parameters, ...historyTo(rows, prompt) }
          : { chat_id: chatId, ...parentOf(prompt) }),
      })
      if (chatId === undefined) onBegun(id)
      return 'sent'
    } catch {
      // @NOTE the composer shows the problem and keeps the typed prompt
      return 'refused'
    } finally {
      setAsking(undefined)
    }
  }

  return {
    modelId,
    chatId,
    loaded,
    rows,
    running,
    store,
    asking,
    problem: ask.error ?? again.error ?? change.error,
    busy: running !== undefined || ask.isPending || again.isPending,
    send,
    again(messageId: ChatMessageId) {
      if (chatId === undefined) return
      ask.reset()
      again.mutate({ id: chatId, messageId, modelId })
    },
    show(messageId: ChatMessageId) {
      if (chatId !== undefined) change.mutate({ id: chatId, shown_id: messageId })
    },
    stop() {
      if (running?.generation_id) stop.mutate(running.generation_id)
    },
  }
}
