import { TerminalControl, TerminalOpen } from '@gridloom/contract/instances/terminal'
import { expect, it } from 'vitest'
import { parseFrame } from './frames.ts'

it('parses a frame with its schema', () => {
  const open = { kind: 'open', token: 't', columns: 80, rows: 24 }
  expect(parseFrame(TerminalOpen, JSON.stringify(open))).toEqual(open)
})

it.each(['', 'open', '{', 'undefined'])('rejects %o as malformed JSON', (text) => {
  expect(() => parseFrame(TerminalOpen, text)).toThrow(
    expect.objectContaining({ code: 'malformed_body' }),
  )
})

it('rejects a frame that is too long without parsing it', () => {
  expect(() => parseFrame(TerminalControl, '['.repeat(1024 * 1024))).toThrow(
    expect.objectContaining({ code: 'malformed_body', message: 'too long' }),
  )
})

it('names each invalid field of a frame', () => {
  const text = JSON.stringify({ kind: 'open', token: 't', columns: 0, rows: 24, root: true })
  expect(() => parseFrame(TerminalOpen, text)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      fields: expect.objectContaining({
        columns: expect.any(String),
        root: 'Unknown field.',
      }),
    }),
  )
})

it.each(['null', '7', '[]', '{"kind":"__proto__"}'])(
  'rejects %s as an invalid control frame',
  (text) => {
    expect(() => parseFrame(TerminalControl, text)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  },
)
