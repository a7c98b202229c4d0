import { expect, it } from 'vitest'
import { quoteShell } from './quote-shell.ts'

it('leaves plain words unquoted', () => {
  expect(quoteShell('loom-01')).toBe('loom-01')
})

it('quotes characters that are special to a shell', () => {
  expect(quoteShell("it's")).toBe(`'it'\\''s'`)
  expect(quoteShell('a b')).toBe(`'a b'`)
  expect(quoteShell('')).toBe(`''`)
})
