/** An instruction of a Dockerfile, on one line. */
export interface Instruction {
  /** In capitals. */
  readonly name: string
  readonly text: string
  /** A here-document of the instruction has no end. */
  readonly open?: 'here_document'
}

export interface Instructions {
  readonly instructions: readonly Instruction[]
  /** The character that continues lines and escapes others. */
  readonly escapeChar: '\\' | '`'
  /** The number of the first line that is not read; `null`: all are. */
  readonly unreadFrom: number | null
}

/** A file of a program, not of a person, can have any number. */
const instructionsMax = 1_000

const directive = /^#[ \t]*(\w+)[ \t]*=[ \t]*(\S+)[ \t]*$/
const withHereDocuments = ['RUN', 'COPY', 'ADD']
const hereDocument = /(?:^|\s)\d*<<(-?)(["']?)([A-Za-z_]\w*)\2(?=\s|$)/g

/**
 * Reads the instructions of a Dockerfile: lines are continued, comments and here-documents are skipped. Source:
 * Dockerfile reference, Format, Parser directives, Here-Documents.
 */
export function readInstructions(text: string): Instructions {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const escapeChar = escapeOf(lines)
  const instructions: Instruction[] = []
  let at = 0
  while (at < lines.length && instructions.length < instructionsMax) {
    const logical = logicalLine(lines, at, escapeChar)
    at = logical.end
    const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(logical.text) ?? []
    if (name === '') continue
    const instruction = { name: name.toUpperCase(), text: rest }
    const end = withHereDocuments.includes(instruction.name)
      ? afterHereDocuments(lines, at, rest)
      : at
    instructions.push(end < 0 ? { ...instruction, open: 'here_document' } : instruction)
    at = end < 0 ? lines.length : end
  }
  return { instructions, escapeChar, unreadFrom: at < lines.length ? at + 1 : null }
}

/** Directives are the first lines; anything else ends them. */
function escapeOf(lines: readonly string[]): '\\' | '`' {
  for (const line of lines) {
    const [, name, value] = directive.exec(line) ?? []
    if (name === undefined) break
    if (name.toLowerCase() === 'escape') return value === '`' ? '`' : '\\'
  }
  return '\\'
}

/** A line with those that continue it. Comments and empty lines between them are skipped. */
function logicalLine(
  lines: readonly string[],
  from: number,
  escapeChar: string,
): { text: string; end: number } {
  const parts: string[] = []
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (/^\s*(?:#|$)/.test(line)) {
      if (parts.length === 0) return { text: '', end: at + 1 }
      continue
    }
    const trimmed = line.trimEnd()
    const isContinued = trimmed.endsWith(escapeChar)
    parts.push(isContinued ? trimmed.slice(0, -1) : line)
    if (!isContinued) return { text: parts.join('').trim(), end: at + 1 }
  }
  return { text: parts.join('').trim(), end: lines.length }
}

/** The index of the line after the here-documents that an instruction begins; -1: one has no end. */
function afterHereDocuments(lines: readonly string[], from: number, text: string): number {
  let at = from
  for (const [, dash, , end] of text.matchAll(hereDocument)) {
    const isEnd = (line: string | undefined) =>
      (dash === '-' ? line?.replace(/^\t+/, '') : line) === end
    while (at < lines.length && !isEnd(lines[at])) at += 1
    if (at >= lines.length) return -1
    at += 1
  }
  return at
}
