/** The result of scanning JSON before it is parsed. */
export type JsonScan = 'fine' | 'too_deep' | 'too_many' | 'has_nul'

/** Bounds of {@link scanJson}. */
export interface JsonBounds {
  /** The maximum nesting depth of lists and objects. */
  readonly depthMax: number
  /** The maximum number of lists, objects, and items after a comma. */
  readonly valuesMax: number
  /** Rejected by default. */
  readonly nul?: 'kept'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
/** The characters of an escaped NUL after its backslash: none of our texts contains one. */
const nul = [0x75, 0x30, 0x30, 0x30, 0x30]

/**
 * Scans the bytes of a body once, without allocating: parsing takes time and memory for every value, and deep nesting
 * disproportionately much. Invalid JSON is left to the parser. Pure.
 */
export function scanJson(
  bytes: Uint8Array,
  { depthMax, valuesMax, nul: ofNul }: JsonBounds,
): JsonScan {
  let depth = 0
  let values = 0
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at]
    at += 1
    if (byte === quote) {
      at = endOfText(bytes, at, ofNul)
      if (at < 0) return 'has_nul'
      continue
    }
    // The opening bracket and brace are 0x5b and 0x7b, the closing ones are two higher.
    if (byte === 0x5b || byte === 0x7b) {
      depth += 1
      values += 1
      if (depth > depthMax) return 'too_deep'
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1
    else if (byte === comma) values += 1
    if (values > valuesMax) return 'too_many'
  }
  return 'fine'
}

/** The end of the string that starts here, or -1 when it contains an escaped NUL that is not kept. */
function endOfText(bytes: Uint8Array, from: number, ofNul: 'kept' | undefined): number {
  let at = from
  while (at < bytes.length) {
    const byte = bytes[at]
    at += 1
    if (byte === quote) return at
    if (byte !== backslash) continue
    if (ofNul === undefined && isNul(bytes, at)) return -1
    at += 1
  }
  return at
}

function isNul(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === nul[0] && nul.every((message, place) => bytes[at + place] === message)
}
