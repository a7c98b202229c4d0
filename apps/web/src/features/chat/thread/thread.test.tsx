import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAnswer, aPrompt, aRunningAnswer, someCost } from '../../../testing/chat-samples.ts'
import { aModel } from '../../../testing/model-samples.ts'
import { sampleId } from '../../../testing/samples.ts'
import { renderPart } from '../../../testing/with-design.tsx'
import { type AnswerView, createAnswerStore } from '../answer/answer-store.ts'
import type { ChatSide } from '../use-side.ts'
import type { ThreadRow } from './shown-rows.ts'
import { Thread } from './thread.tsx'

/** Messages are rendered over several frames, which can take long on a busy machine. */
const slowly = { timeout: 15_000 }
const runningId = sampleId('msg', 999)

it('does not render other messages again while an answer streams', async () => {
  const { drawn, say } = await setup({ count: 100, state: 'running' })
  drawn.clear()
  for (let token = 1; token <= 40; token += 1) await say(`t${token} `)
  expect(screen.getByText(/t39 t40/)).toBeTruthy()
  expect(drawn.size).toBe(0)
})

it('does not render other messages again when an answer starts or ends', async () => {
  const { drawn, show } = await setup({ count: 100, state: 'none' })
  drawn.clear()
  show('running')
  expect(screen.getByText('Waiting for the first token')).toBeTruthy()
  show('done')
  expect(screen.getByText('Whole at last')).toBeTruthy()
  expect(drawn.size).toBe(0)
})

it('renders a long chat from its end first, and all of it soon after', async () => {
  const { container } = await setup({ count: 60, state: 'none', waits: false })
  expect(screen.getByText('Message 60')).toBeTruthy()
  expect(container.querySelectorAll('article').length).toBeLessThan(20)
  await waitFor(() => expect(container.querySelectorAll('article')).toHaveLength(60), slowly)
  expect(screen.getByText('Message 1')).toBeTruthy()
})

it('keeps the order and the messages of a long chat when one is added', async () => {
  const { container, show } = await setup({ count: 60, state: 'none' })
  show('done')
  const shown = [...container.querySelectorAll('article')]
  expect(shown).toHaveLength(61)
  expect(shown[0]?.textContent).toContain('Message 1')
  expect(shown[60]?.textContent).toContain('Whole at last')
})

type State = 'none' | 'running' | 'done'

async function setup({
  count,
  state,
  waits = true,
}: {
  count: number
  state: State
  waits?: boolean
}) {
  const drawn = new Map<string, number>()
  const steady = Array.from({ length: count }, (_, index) => countedRow(index + 1, drawn))
  const answer = createTokens()
  const store = createAnswerStore(answer.source)
  const sideIn = (now: State): ChatSide => {
    const running = aRunningAnswer({ id: runningId })
    const ended = anAnswer({ id: runningId, text: 'Whole at last', cost: someCost() })
    const last = now === 'none' ? [] : [rowOf(now === 'running' ? running : ended)]
    return {
      ...nothingDone,
      rows: [...steady, ...last],
      running: now === 'running' ? running : undefined,
      store: now === 'running' ? store : undefined,
      busy: now === 'running',
    }
  }
  const queryClient = new QueryClient()
  const part = (now: State) => (
    <QueryClientProvider client={queryClient}>
      <Thread side={sideIn(now)} name="Smol" editing={undefined} setEditing={() => undefined} />
    </QueryClientProvider>
  )
  const { container, show } = renderPart(part(state))
  store.follow()
  const all = count + (state === 'none' ? 0 : 1)
  if (waits)
    await waitFor(() => expect(container.querySelectorAll('article')).toHaveLength(all), slowly)
  return {
    container,
    drawn,
    show: (next: State) => show(part(next)),
    say: (text: string): Promise<void> => act(() => answer.say(text)),
  }
}

/** A row that counts its renders by the reads of its text. */
function countedRow(number: number, drawn: Map<string, number>): ThreadRow {
  const id = sampleId('msg', number)
  const parts = { id, parent_id: null, text: '' }
  const message = number % 2 === 1 ? aPrompt(parts) : anAnswer(parts)
  Object.defineProperty(message, 'text', {
    get() {
      drawn.set(id, (drawn.get(id) ?? 0) + 1)
      return `Message ${number}`
    },
  })
  return rowOf(message)
}

function rowOf(message: ThreadRow['message']): ThreadRow {
  return { message, siblings: [message.id] }
}

function createTokens() {
  const waiting: string[] = []
  let wake = Promise.withResolvers<void>()
  return {
    async say(text: string): Promise<void> {
      waiting.push(text)
      wake.resolve()
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    },
    source: {
      async *open({ onState }: { onState: (line: Extract<AnswerView['line'], 'open'>) => void }) {
        onState('open')
        for (;;) {
          const text = waiting.shift()
          if (text !== undefined) yield { event: 'text', id: undefined, data: { text } } as const
          else {
            await wake.promise
            wake = Promise.withResolvers<void>()
          }
        }
      },
      later: (notice: () => void) => notice(),
      onEnd: () => undefined,
    },
  }
}

const nothingDone = {
  modelId: aModel().id,
  chatId: undefined,
  loaded: { data: undefined, error: null, refetch: () => Promise.reject(new Error('not loaded')) },
  asking: undefined,
  problem: null,
  send: async () => 'refused',
  again: () => undefined,
  show: () => undefined,
  stop: () => undefined,
} as const satisfies Partial<ChatSide>
