import type { chat } from '@gridloom/contract/chat/endpoints'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createAnswerStore } from './answer-store.ts'

type AnswerEvent = EventOf<(typeof chat)['follow']>

it('notifies subscribers once per frame, however much text arrives', async () => {
  const { store, say, draw, draws } = setup()
  store.follow()
  for (const text of ['Looms ', 'hold ', 'threads']) await say({ event: 'text', data: { text } })
  expect(draws()).toBe(0)
  draw()
  expect(draws()).toBe(1)
  expect(store.view().text).toBe('Looms hold threads')
  draw()
  expect(draws()).toBe(1)
})

it('passes the final state with the full text to onEnd', async () => {
  const { store, say, ended } = setup()
  store.follow()
  await say({ event: 'text', data: { text: 'Half a' } })
  await say({ event: 'end', data: { state: 'stopped', problem: null, cost: null } })
  const end = { state: 'stopped', problem: null, cost: null }
  expect(ended).toEqual([{ text: 'Half a', reasoning: '', ...end }])
  expect(store.view().line).toBe('ended')
})

it('keeps what the model thinks apart from what it writes', async () => {
  const { store, say, ended } = setup()
  store.follow()
  await say({ event: 'reasoning', data: { text: 'Hmm, ' } })
  await say({ event: 'reasoning', data: { text: 'a loom.' } })
  expect(store.view()).toMatchObject({ text: '', reasoning: 'Hmm, a loom.' })
  await say({ event: 'text', data: { text: 'Cloth' } })
  await say({ event: 'end', data: { state: 'done', problem: null, cost: null } })
  expect(ended).toMatchObject([{ text: 'Cloth', reasoning: 'Hmm, a loom.' }])
})

it('starts with empty text when it is followed again', async () => {
  const { store, say } = setup()
  const leave = store.follow()
  await say({ event: 'text', data: { text: 'first' } })
  leave()
  store.follow()
  expect(store.view().text).toBe('')
  await say({ event: 'text', data: { text: 'second' } })
  expect(store.view().text).toBe('second')
})

it('reports the state of the stream: opening, open, reconnecting and failed', async () => {
  const { store, line, refuse } = setup()
  expect(store.view().line).toBe('opening')
  store.follow()
  line('open')
  expect(store.view().line).toBe('open')
  line('waiting')
  expect(store.view().line).toBe('waiting')
  refuse(new Error('there is no such answer'))
  await waitFor(() => expect(store.view().line).toBe('failed'))
})

it('ignores a refusal after following has stopped', async () => {
  const { store, refuse } = setup()
  const leave = store.follow()
  leave()
  refuse(new Error('given up'))
  await settled()
  expect(store.view().line).toBe('opening')
})

interface Line {
  signal: AbortSignal
  events: AnswerEvent[]
  wake: PromiseWithResolvers<void>
  onState: (state: 'open' | 'waiting') => void
}

function setup() {
  const lines: Line[] = []
  const ended: object[] = []
  let drawn: (() => void)[] = []
  let draws = 0
  const store = createAnswerStore({
    async *open({ signal, onState }) {
      const own: Line = { signal, events: [], wake: Promise.withResolvers<void>(), onState }
      lines.push(own)
      while (!signal.aborted) {
        const event = own.events.shift()
        if (event) yield event
        else {
          await own.wake.promise
          own.wake = Promise.withResolvers<void>()
        }
      }
    },
    later: (notice) => drawn.push(notice),
    onEnd: (answer) => ended.push(answer),
  })
  store.subscribe(() => {
    draws += 1
  })
  return {
    store,
    ended,
    draws: () => draws,
    draw() {
      const notices = drawn
      drawn = []
      for (const notice of notices) notice()
    },
    async say(event: AnswerEvent) {
      const line = lines.at(-1)
      line?.events.push(event)
      line?.wake.resolve()
      await settled()
    },
    line: (state: 'open' | 'waiting') => lines.at(-1)?.onState(state),
    refuse: (error: Error) => lines.at(-1)?.wake.reject(error),
  }
}

/** Runs all microtasks that are queued already. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}
