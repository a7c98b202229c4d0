import type { ExecOutput } from '@gridloom/contract/instances/exec'

/** A stretch of output of one stream, as text. */
export interface OutputPart {
  readonly stream: ExecOutput['stream']
  readonly text: string
}

/** A part in its place among the others; `number` stays its own while text is added to it. */
export interface PlacedPart extends OutputPart {
  readonly number: number
}

/** Joins the pieces of a command's output; a letter that is cut in two by a piece's end stays whole. */
export function createOutputReader(): (piece: ExecOutput) => OutputPart {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  return (piece) => ({
    stream: piece.stream,
    text: decoders[piece.stream].decode(bytesOf(piece.base64), { stream: true }),
  })
}

/** Adds a piece to what is shown: to the last part when the stream is the same, else as a new part. */
export function withPart(parts: readonly PlacedPart[], part: OutputPart): PlacedPart[] {
  const last = parts.at(-1)
  if (part.text === '') return [...parts]
  if (last?.stream !== part.stream) return [...parts, { ...part, number: parts.length }]
  return [...parts.slice(0, -1), { ...last, text: last.text + part.text }]
}

/** A command line as the API takes it: one shell reads it, so pipes and variables work. */
export function shellCommand(line: string): string[] {
  return ['sh', '-c', line]
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (message) => message.charCodeAt(0))
}
