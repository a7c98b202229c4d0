import type { ExecOutput } from '@gridloom/contract/instances/exec'

/** Decoded output of one stream. */
export interface OutputPart {
  readonly stream: ExecOutput['stream']
  readonly text: string
}

/** A part of the shown output; `number` is a stable key while text is appended to the part. */
export interface PlacedPart extends OutputPart {
  readonly number: number
}

/** Decodes the pieces of a command's output; a character that is split between two pieces stays intact. */
export function createOutputReader(): (piece: ExecOutput) => OutputPart {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  return (piece) => ({
    stream: piece.stream,
    text: decoders[piece.stream].decode(bytesOf(piece.base64), { stream: true }),
  })
}

/** Appends a piece to the last part if the stream is the same, else as a new part. */
export function withPart(parts: readonly PlacedPart[], part: OutputPart): PlacedPart[] {
  const last = parts.at(-1)
  if (part.text === '') return [...parts]
  if (last?.stream !== part.stream) return [...parts, { ...part, number: parts.length }]
  return [...parts.slice(0, -1), { ...last, text: last.text + part.text }]
}

/** Returns a command line as the API expects it, run by a shell so that pipes and variables work. */
export function shellCommand(line: string): string[] {
  return ['sh', '-c', line]
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
