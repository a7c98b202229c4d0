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
  /** The answer that is being generated, if any. */
  running: ChatMessageView | undefined
}

/** Follows a chat's running answer while the caller is mounted, and writes the finished answer into the cached chat. */
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

const nothing: AnswerView = { text: '', reasoning: '', line: 'ended' }

/** Returns the answer as streamed so far; an empty, ended one without a store. */
export function useAnswerView(store: AnswerStore | undefined): AnswerView {
  return useSyncExternalStore(store?.subscribe ?? noSubscription, store?.view ?? (() => nothing))
}

function noSubscription(): () => void {
  return () => undefined
}
