/** Bytes of a file: from `start` on, `bytes` of them. */
export interface ByteRange {
  readonly start: number
  readonly bytes: number
}

/**
 * Reads a `Range` header of one range. `undefined`: the whole file is sent, as for none, several, or one that is
 * malformed. `unsatisfiable`: it begins beyond the end. Source: RFC 9110, section 14.
 */
export function readByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [whole, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (whole === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const bytes = Math.min(Number(last), sizeBytes)
    return bytes === 0 ? 'unsatisfiable' : { start: sizeBytes - bytes, bytes }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= sizeBytes ? 'unsatisfiable' : { start, bytes: end - start + 1 }
}
