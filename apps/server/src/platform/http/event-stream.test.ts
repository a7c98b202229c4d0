import { expect, it } from 'vitest'
import { eventText } from './event-stream.ts'

it('formats an event as the standard requires', () => {
  expect(eventText({ event: 'line', id: '7', data: { text: 'a\nb' } })).toBe(
    'id: 7\nevent: line\ndata: {"text":"a\\nb"}\n\n',
  )
})

it('leaves the id out when there is none to resume after', () => {
  expect(eventText({ event: 'sample', data: 1 })).toBe('event: sample\ndata: 1\n\n')
})
