import { expect, it } from 'vitest'
import { eventText } from './event-stream.ts'

it('writes an event as the standard has it', () => {
  expect(eventText({ event: 'line', id: '7', data: { text: 'a\nb' } })).toBe(
    'id: 7\nevent: line\ndata: {"text":"a\\nb"}\n\n',
  )
})

it('leaves the id out where there is nothing to resume after', () => {
  expect(eventText({ event: 'sample', data: 1 })).toBe('event: sample\ndata: 1\n\n')
})
