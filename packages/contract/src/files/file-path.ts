import { z } from 'zod'

/**
 * Paths as text. Names of files are bytes: any but `/` and NUL, not always UTF-8, and line breaks too. In the API, on the
 * command line and on screens a path is its text, in which `%`, control characters and bytes that are no UTF-8 are
 * written as `%` and two hexadecimal digits: `/data/100%25.txt`, `/data/line%0Abreak`, `/data/caf%E9`. Everything else
 * stands as it is, so that the paths people use look as they expect.
 */

/** Linux accepts 4,096 bytes, its final NUL included. */
export const filePathBytesMax = 4_095
export const fileNameBytesMax = 255

const escapes = /%[0-9A-Fa-f]{2}/
const encoder = new TextEncoder()

/** Writes bytes of a name or a path as text. */
export function encodeFileBytes(bytes: Uint8Array): string {
  const whole = utf8Of(bytes)
  if (whole !== undefined) return escaped(whole)
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const length = characterBytes(bytes[at] ?? 0)
    const character = utf8Of(bytes.subarray(at, at + length))
    const isWhole = character !== undefined && at + length <= bytes.length
    text += isWhole ? escaped(character) : escapedByte(bytes[at] ?? 0)
    at += isWhole ? length : 1
  }
  return text
}

/** Reads the bytes of a name or a path from its text; `undefined` where a `%` begins no escape. */
export function decodeFileBytes(text: string): Uint8Array | undefined {
  if (!text.isWellFormed()) return undefined
  if (!text.includes('%')) return encoder.encode(text)
  const parts = text.split(/(%[0-9A-Fa-f]{2})/)
  if (parts.some((part) => part.includes('%') && !(part.length === 3 && escapes.test(part))))
    return undefined
  const bytes: number[] = []
  for (const part of parts) {
    if (part.startsWith('%')) bytes.push(Number.parseInt(part.slice(1), 16))
    else bytes.push(...encoder.encode(part))
  }
  return Uint8Array.from(bytes)
}

/** The name at the end of a path; empty for `/`. */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folder that a path is in; `/` for `/`. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')))
}

/** The path of a name in a folder. */
export function filePathIn(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

/** A name as text: one part of a path. */
export const FileName = z
  .string()
  .max(3 * fileNameBytesMax)
  .refine((text) => isName(text), 'must be a name, with % written as %25')
  .meta({ examples: ['notes.txt'] })
export type FileName = z.infer<typeof FileName>

/** An absolute path as text, without `.`, `..`, empty parts and a slash at the end. */
export const FilePath = z
  .string()
  .max(3 * filePathBytesMax)
  .refine(isPath, 'must be an absolute path without “.” and “..”, with % written as %25')
  .meta({ examples: ['/root/notes.txt'] })
export type FilePath = z.infer<typeof FilePath>

function isPath(text: string): boolean {
  if (text === '/') return true
  const [first, ...names] = text.split('/')
  if (first !== '' || names.length === 0 || !names.every(isName)) return false
  return (decodeFileBytes(text)?.length ?? Number.POSITIVE_INFINITY) <= filePathBytesMax
}

function isName(text: string): boolean {
  const bytes = decodeFileBytes(text)
  if (bytes === undefined || bytes.length === 0 || bytes.length > fileNameBytesMax) return false
  // An escaped slash, dot or NUL counts as what it stands for.
  if (bytes.includes(0) || bytes.includes(0x2f)) return false
  return !bytes.every((byte) => byte === 0x2e) || bytes.length > 2
}

const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return fatal.decode(bytes)
  } catch {
    // @NOTE the question is whether they are UTF-8
    return undefined
  }
}

/** The bytes of a UTF-8 character, by its first byte. */
function characterBytes(first: number): number {
  if (first >= 0xf0) return 4
  if (first >= 0xe0) return 3
  return first >= 0xc0 ? 2 : 1
}

function escaped(text: string): string {
  return text.replace(unsafe, (character) =>
    Array.from(encoder.encode(character), escapedByte).join(''),
  )
}

/** The sign of an escape, control characters, and those that reorder or hide text. */
const unsafe = /[%\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu

function escapedByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
