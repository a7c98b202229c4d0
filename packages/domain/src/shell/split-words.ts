/** A word of a command line, without its quotes and escapes. */
export interface ShellWord {
  readonly text: string
  /**
   * The first part outside of quotes that a shell would act on, such as `$HOME`, `&` or `>`; it stands in `text` as
   * written. `null`: none.
   */
  readonly syntax: string | null
  /** The number of line breaks between words before it. */
  readonly line: number
}

export interface ShellWords {
  readonly words: readonly ShellWord[]
  /** The last word if a quote in it has no end; `null`: none. It is not among `words`. */
  readonly unterminated: ShellWord | null
}

interface Piece {
  readonly text: string
  readonly syntax: string | null
  readonly end: number
  readonly closed?: 'no'
}

const plainRun = /[^\s'"\\]+/y
const quotedRun = /[^"\\$`]+/y
/** Expansions, operators and comments. Source: POSIX.1-2024, Shell Command Language, 2.2 to 2.6. */
const shellSyntax = /[;&|<>()`]|\$(?:\w+|[{(@*#?$!-]|$)/
const expansion = /\$(?:\w+|[{(@*#?$!-])/y

/**
 * Splits a command line into words as a POSIX shell does, without expansion: blanks separate words, single and double
 * quotes group them, a backslash escapes the next character and continues a line.
 */
export function splitShellWords(text: string): ShellWords {
  const words: ShellWord[] = []
  let word: ShellWord | null = null
  let line = 0
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
      if (char === '\n') line += 1
      at += 1
      continue
    }
    const piece = pieceAt(text, { at, begins: word === null ? 'word' : 'piece' })
    at = piece.end
    if (piece.text === '' && char === '\\') continue
    word = joined(word ?? { text: '', syntax: null, line }, piece)
    if (piece.closed === 'no') return { words, unterminated: word }
  }
  if (word !== null) words.push(word)
  return { words, unterminated: null }
}

function joined(word: ShellWord, { text, syntax }: Piece): ShellWord {
  return { ...word, text: word.text + text, syntax: word.syntax ?? syntax }
}

function pieceAt(text: string, { at, begins }: { at: number; begins: 'word' | 'piece' }): Piece {
  const char = text.charAt(at)
  if (char === '"') return doubleQuoted(text, at + 1)
  if (char === '\\') return escaped(text, at + 1)
  if (char === "'") {
    const end = text.indexOf("'", at + 1)
    if (end < 0) return { text: text.slice(at + 1), syntax: null, end: text.length, closed: 'no' }
    return { text: text.slice(at + 1, end), syntax: null, end: end + 1 }
  }
  const run = runAt(plainRun, text, at)
  return {
    text: run,
    syntax: syntaxIn(run, { begins, next: text.charAt(at + run.length) }),
    end: at + run.length,
  }
}

/** Empty where a line is continued, also at the end of the text. */
function escaped(text: string, at: number): Piece {
  const end = afterBreak(text, at)
  if (end > at) return { text: '', syntax: null, end }
  return { text: text.charAt(at), syntax: null, end: at + 1 }
}

function doubleQuoted(text: string, from: number): Piece {
  const parts: string[] = []
  let syntax: string | null = null
  let at = from
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '"') return { text: parts.join(''), syntax, end: at + 1 }
    const next = text.charAt(at + 1)
    if (char === '\\' && afterBreak(text, at + 1) > at + 1) {
      at = afterBreak(text, at + 1)
      continue
    }
    const isEscaped = char === '\\' && next !== '' && '"\\$`'.includes(next)
    if (char === '`') syntax ??= char
    if (char === '$') syntax ??= runAt(expansion, text, at) || null
    const run = isEscaped ? next : runAt(quotedRun, text, at) || char
    parts.push(run)
    at += isEscaped ? 2 : run.length
  }
  return { text: parts.join(''), syntax, end: at, closed: 'no' }
}

/** A `#` starts a comment only where a word starts; `$` before a quote starts one of bash's own quotes. */
function syntaxIn(run: string, around: { begins: 'word' | 'piece'; next: string }): string | null {
  if (around.begins === 'word' && run.startsWith('#')) return '#'
  const found = shellSyntax.exec(run)?.[0] ?? null
  return found === '$' && !/['"]/.test(around.next) ? null : found
}

function runAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** The index after the line break at an index, or the same index. */
function afterBreak(text: string, at: number): number {
  if (text.startsWith('\r\n', at)) return at + 2
  return text.charAt(at) === '\n' ? at + 1 : at
}
