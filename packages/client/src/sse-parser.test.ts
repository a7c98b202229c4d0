import { describe, expect, it } from 'vitest'
import { createSseParser } from './sse-parser.ts'

describe('createSseParser', () => {
  it.each(['\n', '\r', '\r\n'])('reads lines that end with %j, however they are cut', (end) => {
    const text = ['event: line', 'id: 7', 'data: one', 'data: two', '', 'data: three', '', ''].join(
      end,
    )
    const parse = createSseParser()
    const events = [...text, end].flatMap((character) => parse(character))
    expect(events).toEqual([
      { event: 'line', data: 'one\ntwo', id: '7' },
      { event: 'message', data: 'three', id: '7' },
    ])
  })

  it('gives nothing for comments, unknown fields and events without data', () => {
    const parse = createSseParser()
    expect(parse(': ping\n\nretry: 5\nevent: empty\n\n')).toEqual([])
  })

  it('takes away one space after the colon, and no more', () => {
    expect(createSseParser()('data:  two\ndata:none\n\n')[0]?.data).toBe(' two\nnone')
  })

  it('does not let the name of one event reach the next', () => {
    const parse = createSseParser()
    parse('event: first\ndata: 1\n\n')
    expect(parse('data: 2\n\n')[0]?.event).toBe('message')
  })
})
