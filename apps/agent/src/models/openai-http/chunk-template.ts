import { type ChunkContent, readChunk } from './chunks.ts'

/** Reads the chunks of one answer. Throws as {@link readChunk}. */
export type ChunkReader = (text: string) => ChunkContent

/** The JSON of a chunk before and after its text, and what it is read as with {@link sample} as its text. */
interface Template {
  readonly before: string
  readonly after: string
  readonly sampled: ChunkContent
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
  return (json) => {
    const text = template === undefined ? undefined : textBy(template, json)
    if (template !== undefined && text !== undefined) return { ...template.sampled, text }
    const content = readChunk(json)
    if (made < templatesMax && content.text !== '') {
      made += 1
      template = templateOf(json)
    }
    return content
  }
}

function textBy({ before, after }: Template, json: string): string | undefined {
  const to = json.length - after.length
  if (to < before.length || !json.startsWith(before) || !json.endsWith(after)) return undefined
  for (let at = before.length; at < to; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote || code === backslash || code < firstPrintable) return undefined
  }
  return json.slice(before.length, to)
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
  return sampled?.text === sample ? { ...around, sampled } : undefined
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
