import { describe, expect, it } from 'vitest'
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
  numbered(50, (index) => `- item ${index}`),
  'words between',
  `| n | m |\n|--:|---|\n${numbered(50, (index) => `| ${index} | m |`)}`,
  'the end',
].join('\n\n')

it('keeps every character', () => {
  const blocks = createBlockSplitter()(everything)
  expect(textOf(blocks)).toBe(everything)
  expect(blocks.map(({ start }) => start)).toEqual(
    blocks.map((_, index) => textOf(blocks.slice(0, index)).length),
  )
})

it.each([1, 3, 7, 40])(
  'returns the same for a text that grew by %i characters as for the whole text',
  (step) => {
    const split = createBlockSplitter()
    for (let end = step; end < everything.length; end += step) split(everything.slice(0, end))
    expect(split(everything)).toEqual(createBlockSplitter()(everything))
  },
)

it('keeps finished blocks while the last one grows', () => {
  const split = createBlockSplitter()
  const before = split('one\n\ntwo\n\nthree\n\nfo')
  const after = split('one\n\ntwo\n\nthree\n\nfour')
  expect(after[0]).toBe(before[0])
  expect(after[1]).toBe(before[1])
  expect(after[3]?.text).toBe('four')
})

it('splits a different text from the start', () => {
  const split = createBlockSplitter()
  split('one\n\ntwo\n\nthree')
  expect(textOf(split('other'))).toBe('other')
  expect(split('')).toEqual([])
})

it('treats all kinds of line breaks alike', () => {
  const split = createBlockSplitter()
  const text = 'one\r\n\r\ntwo\r\rthree\r\n\r\nfour'
  for (let end = 1; end < text.length; end += 1) split(text.slice(0, end))
  expect(split(text).map((block) => block.text)).toEqual([
    'one\n\n',
    'two\n\n',
    'three\n\n',
    'four',
  ])
})

describe('a long list or table', () => {
  it('is split into parts that stay the same while it grows', () => {
    const split = createBlockSplitter()
    const before = split(numbered(70, (index) => `${index}. item`))[0]?.long
    const after = split(numbered(71, (index) => `${index}. item`))[0]?.long
    expect(before).toMatchObject({ kind: 'ol', first: 0 })
    expect(after?.pieces.map(({ start }) => start)).toEqual([0, 20, 40, 60])
    expect(after?.pieces.slice(0, 3)).toEqual(before?.pieces.slice(0, 3))
    expect(after?.pieces.map(({ text }) => text).join('')).toBe(
      numbered(71, (index) => `${index}. item`),
    )
  })

  it('repeats the table head in each part', () => {
    const head = '| n |\n|--:|\n'
    const [block] = createBlockSplitter()(head + numbered(45, (index) => `| ${index} |`))
    expect(block?.long?.pieces.at(-1)?.text).toBe(`${head}| 40 |\n| 41 |\n| 42 |\n| 43 |\n| 44 |`)
  })

  it.each([
    ['is short', numbered(30, (index) => `- item ${index}`)],
    [
      'has items at several depths',
      numbered(60, (index) => `${' '.repeat(index % 2)}- item ${index}`),
    ],
  ])('is not split if it %s', (_, text) => {
    expect(createBlockSplitter()(text).every(({ long }) => long === undefined)).toBe(true)
  })
})

it('recognises code, its language and whether its fence is closed', () => {
  const code = (text: string) => createBlockSplitter()(text)[0]?.code
  expect(code('```ts title="a"\nlet a')).toEqual({ language: 'ts', text: 'let a', state: 'open' })
  expect(code('```ts\nlet a\n```')?.state).toBe('closed')
  expect(code('````\n```\n')?.state).toBe('open')
  expect(code('```')?.state).toBe('open')
  expect(code('    indented')?.state).toBe('closed')
  expect(code('no code')).toBeUndefined()
})

function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

function textOf(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(({ text }) => text).join('')
}
