import { expect, it } from 'vitest'
import { createBlockSplitter, type MarkdownBlock } from './split-blocks.ts'

const everything = [
  '# Looms',
  'A paragraph with **bold** words\nover two lines.',
  '- one\n- two\n\n- three behind a blank line\n  - deeper\n\n    and a paragraph in it',
  '1. first\n2. second',
  '```ts\nconst a = 1\n\nconst b = "```"\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '> quoted\n> twice',
  'Setext\n===',
  '~~~\nwaves\n~~~',
  '<div>\nhtml\n</div>',
  'the end',
].join('\n\n')

it('loses no letter', () => {
  const blocks = createBlockSplitter()(everything)
  expect(textOf(blocks)).toBe(everything)
  expect(blocks.map(({ start }) => start)).toEqual(
    blocks.map((_, index) => textOf(blocks.slice(0, index)).length),
  )
})

it.each([1, 3, 7, 40])(
  'gives for a text that grew by %i letters what it gives for all at once',
  (step) => {
    const split = createBlockSplitter()
    for (let end = step; end < everything.length; end += step) split(everything.slice(0, end))
    expect(split(everything)).toEqual(createBlockSplitter()(everything))
  },
)

it('leaves blocks that stand as they are while the last one grows', () => {
  const split = createBlockSplitter()
  const before = split('one\n\ntwo\n\nthree\n\nfo')
  const after = split('one\n\ntwo\n\nthree\n\nfour')
  expect(after[0]).toBe(before[0])
  expect(after[1]).toBe(before[1])
  expect(after[3]?.text).toBe('four')
})

it('reads another text whole', () => {
  const split = createBlockSplitter()
  split('one\n\ntwo\n\nthree')
  expect(textOf(split('other'))).toBe('other')
  expect(split('')).toEqual([])
})

it('knows code, its language, and whether its fence is closed', () => {
  const code = (text: string) => createBlockSplitter()(text)[0]?.code
  expect(code('```ts title="a"\nlet a')).toEqual({ language: 'ts', text: 'let a', state: 'open' })
  expect(code('```ts\nlet a\n```')?.state).toBe('closed')
  expect(code('````\n```\n')?.state).toBe('open')
  expect(code('```')?.state).toBe('open')
  expect(code('    indented')?.state).toBe('closed')
  expect(code('no code')).toBeUndefined()
})

function textOf(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(({ text }) => text).join('')
}
