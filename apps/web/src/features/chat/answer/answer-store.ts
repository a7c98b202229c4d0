import type { StreamState } from '@gridloom/client/call-options'
import type { chat } from '@gridloom/contract/chat/endpoints'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { EndedAnswer } from '../api/keep-chat.ts'

/** The state of an answer while it streams. */
export interface AnswerView {
  readonly text: string
  readonly reasoning: string
  /** The state of the stream: `opening`, open, reconnecting, `ended`, or `failed` when it was refused. */
  readonly line: StreamState | 'opening' | 'ended' | 'failed'
}

type AnswerEvent = EventOf<(typeof chat)['follow']>

interface AnswerSource {
  open(options: {
    signal: AbortSignal
    onState: (state: StreamState) => void
  }): AsyncIterable<AnswerEvent>
  /** Runs a notification later, at most once per animation frame. */
  later(notice: () => void): void
  onEnd(answer: EndedAnswer): void
}

/** A running answer, kept outside of React: text is added as it arrives, subscribers are notified once per frame. */
export interface AnswerStore {
  view(): AnswerView
  subscribe(listener: () => void): () => void
  /** Follows the answer from its start until it ends or the returned function is called. */
  follow(): () => void
}

export function createAnswerStore(source: AnswerSource): AnswerStore {
  const listeners = new Set<() => void>()
  let shown: AnswerView = { text: '', reasoning: '', line: 'opening' }
  let noticed = true

  function show(parts: Partial<AnswerView>): void {
    shown = { ...shown, ...parts }
    if (!noticed) return
    noticed = false
    source.later(() => {
      noticed = true
      for (const listener of listeners) listener()
    })
  }

  async function read(signal: AbortSignal): Promise<void> {
    const onState = (line: StreamState) => show({ line })
    for await (const event of source.open({ signal, onState })) {
      if (signal.aborted) return
      switch (event.event) {
        case 'text':
          show({ text: shown.text + event.data.text })
          break
        case 'reasoning':
          show({ reasoning: shown.reasoning + event.data.text })
          break
        case 'end':
          show({ line: 'ended' })
          source.onEnd({ text: shown.text, reasoning: shown.reasoning, ...event.data })
      }
    }
  }

  return {
    view: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow() {
      const stop = new AbortController()
      show({ text: '', reasoning: '', line: 'opening' })
      read(stop.signal).catch(() => {
        // @NOTE a refusal ends the stream; the thread shows it and offers to reload the chat
        if (!stop.signal.aborted) show({ line: 'failed' })
      })
      return () => stop.abort()
    },
  }
}
