import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { type LongBlock, longList, longTable } from './long-blocks.ts'

/** One top-level block of Markdown: a paragraph, a list, a fence. */
export interface MarkdownBlock {
  /** Offset in the text; stays the same while text is appended. */
  readonly start: number
  readonly text: string
  /** Language and content of a code block; omitted for others. */
  readonly code?: CodeFence
  /** The parts of a long list or table; omitted for others. */
  readonly long?: LongBlock
}

export interface CodeFence {
  readonly language: string
  readonly text: string
  readonly state: 'open' | 'closed'
}

/** Appended text may still merge into the last blocks, such as a further list item after a blank line. */
const unsettled = 2

/**
 * Creates a function that splits growing Markdown into blocks: only the last blocks are parsed again, and earlier ones
 * keep their identity. A text that does not extend the previous one is parsed from the start.
 */
export function createBlockSplitter(): (text: string) => readonly MarkdownBlock[] {
  let before = ''
  let blocks: readonly MarkdownBlock[] = []
  return (whole) => {
    const text = whole.replaceAll(/\r\n?/g, '\n')
    if (text === before) return blocks
    const kept = text.startsWith(before) ? blocks.slice(0, -unsettled) : []
    const last = kept.at(-1)
    blocks = [...kept, ...blocksFrom(text, last ? last.start + last.text.length : 0)]
    before = text
    return blocks
  }
}

function blocksFrom(text: string, start: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let at = start
  // Only blocks are needed: inline content is parsed when a block is rendered.
  for (const token of new Lexer({ gfm: true }).blockTokens(text.slice(start))) {
    const last = blocks.at(-1)
    if (token.type === 'space' && last)
      blocks[blocks.length - 1] = { ...last, text: last.text + token.raw }
    else blocks.push({ start: at, text: token.raw, ...partsOf(token) })
    at += token.raw.length
  }
  return blocks
}

function partsOf(token: Token): Pick<MarkdownBlock, 'code' | 'long'> {
  const own = ownToken(token)
  switch (own.type) {
    case 'code':
      return { code: codeOf(own) }
    case 'list':
      return given(longList(own))
    case 'table':
      return given(longTable(own))
    default:
      return {}
  }
}

/** Named cast: without extensions the lexer creates only its own tokens. */
function ownToken(token: Token): MarkedToken {
  return token as MarkedToken
}

function given(long: LongBlock | undefined): Pick<MarkdownBlock, 'long'> {
  return long === undefined ? {} : { long }
}

function codeOf({ raw, lang, text, codeBlockStyle }: Tokens.Code): CodeFence {
  const state = codeBlockStyle === 'indented' || isClosed(raw) ? 'closed' : 'open'
  return { language: languageOf(lang), text, state }
}

function isClosed(raw: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1]
  const last = raw.trimEnd().split('\n').slice(1).at(-1)?.trim() ?? ''
  return (
    fence !== undefined &&
    last.length >= fence.length &&
    last === fence.charAt(0).repeat(last.length)
  )
}

/** Returns the first word after the fence. */
function languageOf(words = ''): string {
  return words.trim().split(/[\s{,]/)[0] ?? ''
}
