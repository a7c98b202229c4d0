import { expect, it } from 'vitest'
import { aLoadedChat, anAnswer, aPrompt, aRunningAnswer } from '../../../testing/chat-samples.ts'
import { sampleId } from '../../../testing/samples.ts'
import { runningAnswer, shownRows } from './shown-rows.ts'

const first = anAnswer()
const second = anAnswer({ id: sampleId('msg', 3), text: 'Another' })

it('returns the branch that ends in the shown message, with the alternatives in each place', () => {
  const loaded = aLoadedChat({
    messages: [aPrompt(), first, second],
    chat: { leaf_id: first.id },
  })
  const rows = shownRows(loaded)
  expect(rows.map(({ message }) => message.id)).toEqual([aPrompt().id, first.id])
  expect(rows[1]?.siblings).toEqual([first.id, second.id])
  expect(rows[0]?.siblings).toEqual([aPrompt().id])
})

it('returns no rows for a chat without messages', () => {
  expect(shownRows(aLoadedChat({ messages: [] }))).toEqual([])
})

it('finds the answer that is being generated, in another branch too', () => {
  const running = aRunningAnswer({ id: sampleId('msg', 4) })
  const loaded = aLoadedChat({
    messages: [aPrompt(), running, second],
    chat: { leaf_id: second.id },
  })
  expect(runningAnswer(loaded)?.id).toBe(running.id)
  expect(runningAnswer(aLoadedChat())).toBeUndefined()
})
