/** The tags that a model writes around what it thinks. */
export interface ThinkTags {
  readonly open: string
  readonly close: string
}

/** DeepSeek, Qwen and most others; Magistral; Seed; Command. As llama.cpp's own server reads them. */
export const thinkTags: readonly ThinkTags[] = [
  { open: '<think>', close: '</think>' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
]

/** Text of an answer, or what the model thinks before it. */
export interface SpokenPiece {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

/** Splits an answer as it is written, wherever its tags are cut. */
export interface ReasoningSplit {
  /** Returns the pieces that can be emitted now. */
  push(text: string): SpokenPiece[]
  /** Returns what was held back, at the end. */
  rest(): SpokenPiece[]
}

/**
 * Splits reasoning from the text behind it. Only tags at the beginning count: a model may write about tags later.
 * `within`: the prompt ends with an opening tag. Tags and the white space around reasoning are left out.
 */
export function createReasoningSplit({ within }: { within?: ThinkTags | undefined }) {
  let state: 'start' | 'reasoning' | 'text' = within === undefined ? 'start' : 'reasoning'
  let close = within?.close ?? ''
  let held = ''
  let isTrimming = within !== undefined

  function push(text: string): SpokenPiece[] {
    if (state === 'text' && !isTrimming) return piecesOf('text', text)
    held += text
    if (state === 'start') begin()
    if (state === 'start') return []
    if (isTrimming) held = held.trimStart()
    if (held !== '') isTrimming = false
    return state === 'reasoning' ? reasoning() : piecesOf('text', take(held.length))
  }

  function begin(): void {
    const spoken = held.trimStart()
    const tags = thinkTags.find(({ open }) => spoken.startsWith(open))
    if (tags !== undefined) {
      state = 'reasoning'
      close = tags.close
      held = spoken.slice(tags.open.length)
      isTrimming = true
    } else if (!thinkTags.some(({ open }) => open.startsWith(spoken))) state = 'text'
  }

  function reasoning(): SpokenPiece[] {
    const at = held.indexOf(close)
    if (at === -1) return piecesOf('reasoning', take(held.length - heldBack(held, close)))
    const thought = piecesOf('reasoning', take(at).trimEnd())
    held = held.slice(close.length)
    state = 'text'
    isTrimming = true
    return [...thought, ...push('')]
  }

  function take(length: number): string {
    const taken = held.slice(0, length)
    held = held.slice(length)
    return taken
  }

  return {
    push,
    rest: () => {
      const left = take(held.length)
      return state === 'reasoning' ? piecesOf('reasoning', left.trimEnd()) : piecesOf('text', left)
    },
  } satisfies ReasoningSplit
}

/** Returns the length of the end that may belong to the closing tag, with the white space before it. */
function heldBack(text: string, close: string): number {
  let length = Math.min(close.length - 1, text.length)
  while (length > 0 && !text.endsWith(close.slice(0, length))) length -= 1
  return text.length - text.slice(0, text.length - length).trimEnd().length
}

function piecesOf(kind: SpokenPiece['kind'], text: string): SpokenPiece[] {
  return text === '' ? [] : [{ kind, text }]
}
