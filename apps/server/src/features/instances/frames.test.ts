import { TerminalControl, TerminalOpen } from '@gridloom/contract/instances/terminal'
import { expect, it } from 'vitest'
import { parseFrame } from './frames.ts'

it('reads a frame as what it should be', () => {
  const open = { kind: 'open', token: 't', columns: 80, rows: 24 }
  expect(parseFrame(TerminalOpen, JSON.stringify(open))).toEqual(open)
})

it.each(['', 'open', '{', 'undefined'])('refuses %o as no JSON', (text) => {
  expect(() => parseFrame(TerminalOpen, text)).toThrow(
    expect.objectContaining({ code: 'malformed_body' }),
  )
})

it('looks into no frame that is longer than any of ours', () => {
  expect(() => parseFrame(TerminalControl, '['.repeat(1024 * 1024))).toThrow(
    expect.objectContaining({ code: 'malformed_body', message: 'too long' }),
  )
})

it('names what is wrong in a frame', () => {
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

it.each(['null', '7', '[]', '{"kind":"__proto__"}'])('refuses %s as no control', (text) => {
  expect(() => parseFrame(TerminalControl, text)).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  )
})
