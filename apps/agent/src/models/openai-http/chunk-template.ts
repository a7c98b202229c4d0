import { type ChunkContent, readChunk } from './chunks.ts'

/** Reads the chunks of one answer. */
export interface ChunkReader {
  /** Reads one chunk. Throws as {@link readChunk}. */
  read(json: string): ChunkContent
  /** Reads the events at a place in a text that differ by plain text alone; `undefined`: there is none. */
  readRun(text: string, at: number): ChunkRun | undefined
}

/** Consecutive events, read as one chunk. */
export interface ChunkRun {
  readonly content: ChunkContent
  /** The place behind the last of them. */
  readonly end: number
}

/** The JSON of a chunk before and after its text, and what it is read as with {@link sample} as its text. */
interface Template {
  readonly before: string
  readonly after: string
  readonly sampled: ChunkContent
  /** The same as an event, if chunks of this template can be read as one. */
  readonly event: { readonly before: string; readonly after: string } | undefined
}

const textField = '"content":"'
/** A text that no engine writes, to prove where the text of a chunk is. */
const sample = 'gridloom chunk template'
/** Engines whose chunks differ by more than their text, as by the usage so far, cost no more tries. */
const templatesMax = 4
/** The JSON around the text of a token is far shorter. */
const templateCharsMax = 4_096

/**
 * Reads the chunks of one answer without parsing each: most differ in their text alone. Where the JSON around it is that
 * of a chunk that was parsed, both are the same but for this string.
 */
export function createChunkReader(): ChunkReader {
  let template: Template | undefined
  let made = 0
  return {
    read(json) {
      const text = template === undefined ? undefined : textBy(template, json)
      if (template !== undefined && text !== undefined) return { ...template.sampled, text }
      const content = readChunk(json)
      if (made < templatesMax && content.text !== '') {
        made += 1
        template = templateOf(json)
      }
      return content
    },
    readRun: (text, at) => (template === undefined ? undefined : runBy(template, text, at)),
  }
}

function textBy({ before, after }: Template, json: string): string | undefined {
  const to = json.length - after.length
  if (to < before.length || !json.startsWith(before) || !json.endsWith(after)) return undefined
  return isPlain(json, before.length, to) ? json.slice(before.length, to) : undefined
}

/** A fast engine sends many tokens in one read: one by one, each would cost a line, an event and an object. */
function runBy({ event, sampled }: Template, text: string, at: number): ChunkRun | undefined {
  if (event === undefined) return undefined
  let end = at
  let chunks = 0
  let joined = ''
  while (text.startsWith(event.before, end)) {
    const from = end + event.before.length
    const to = text.indexOf('"', from)
    // A chunk without text is no token.
    if (to <= from || !text.startsWith(event.after, to) || !isPlain(text, from, to)) break
    joined += text.slice(from, to)
    chunks += 1
    end = to + event.after.length
  }
  return chunks === 0 ? undefined : { content: { ...sampled, text: joined, chunks }, end }
}

/** Whether a part of a text means itself in a JSON string. */
function isPlain(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote || code === backslash || code < firstPrintable) return false
  }
  return true
}

/** What ends a JSON string, escapes in it, or is not allowed in it. Source: RFC 8259, section 7. */
const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20

/** Returns the template of a chunk, if replacing what seems to be its text replaces it and nothing else. */
function templateOf(json: string): Template | undefined {
  const at = json.indexOf(textField)
  if (at === -1 || json.length > templateCharsMax) return undefined
  const from = at + textField.length
  const rest = json.slice(from)
  const [literal = ''] = jsonString.exec(rest) ?? []
  if (literal === sample) return undefined
  const around = { before: copyOf(json.slice(0, from)), after: copyOf(rest.slice(literal.length)) }
  const sampled = readIfChunk(around.before + sample + around.after)
  return sampled?.text === sample
    ? { ...around, sampled, event: eventOf(around, sampled) }
    : undefined
}

/** Chunks that say more than their text are read one by one. */
function eventOf({ before, after }: Pick<Template, 'before' | 'after'>, sampled: ChunkContent) {
  const { text, ...beside } = sampled
  const isTextAlone = Object.values(beside).every(
    (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
  )
  return isTextAlone
    ? { before: copyOf(`data: ${before}`), after: copyOf(`${after}\n\n`) }
    : undefined
}

const jsonString = /^(?:[^"\\]|\\.)*/

/** A slice would keep the bytes that it was read from in memory, and is slower to compare. */
function copyOf(slice: string): string {
  return Buffer.from(slice).toString()
}

function readIfChunk(json: string): ChunkContent | undefined {
  try {
    return readChunk(json)
  } catch {
    // @NOTE the field was not the text of the chunk: each is parsed
    return undefined
  }
}
