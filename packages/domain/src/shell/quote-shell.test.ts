import { expect, it } from 'vitest'
import { quoteShell, shellWord } from './quote-shell.ts'

it('leaves plain words unquoted', () => {
  expect(quoteShell('loom-01')).toBe('loom-01')
})

it('quotes characters that are special to a shell', () => {
  expect(quoteShell("it's")).toBe(`'it'\\''s'`)
  expect(quoteShell('a b')).toBe(`'a b'`)
  expect(quoteShell('')).toBe(`''`)
})

it('quotes plain words too where a script has to have a word', () => {
  expect(shellWord('loom-01')).toBe(`'loom-01'`)
  expect(shellWord("it's")).toBe(`'it'\\''s'`)
})
