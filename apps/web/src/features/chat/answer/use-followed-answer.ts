import type { ChatMessageView } from '@gridloom/contract/chat/chat'
import type { ChatId } from '@gridloom/contract/core/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { keepEndedAnswer } from '../api/keep-chat.ts'
import { type AnswerStore, type AnswerView, createAnswerStore } from './answer-store.ts'
import { createPacer } from './pacer.ts'

interface Followed {
  chatId: ChatId | undefined
  /** The answer that is being made, if any. */
  running: ChatMessageView | undefined
}

/** Follows the running answer of a chat while the caller is on the screen, and writes its end into the chat. */
export function useFollowedAnswer({ chatId, running }: Followed): AnswerStore | undefined {
  const client = useClient()
  const queryClient = useQueryClient()
  const generationId = running?.generation_id ?? undefined
  const store = useMemo(() => {
    if (chatId === undefined || generationId === undefined) return undefined
    return createAnswerStore({
      open: (options) => client.chat.follow({ params: { id: generationId }, ...options }),
      later: createPacer(),
      onEnd: (answer) => keepEndedAnswer(queryClient, { chatId, generationId, answer }),
    })
  }, [client, queryClient, chatId, generationId])
  useEffect(() => store?.follow(), [store])
  return store
}

const nothing: AnswerView = { text: '', line: 'ended' }

/** What has come so far; nothing where nothing runs. */
export function useAnswerView(store: AnswerStore | undefined): AnswerView {
  return useSyncExternalStore(store?.subscribe ?? noSubscription, store?.view ?? (() => nothing))
}

function noSubscription(): () => void {
  return () => undefined
}
