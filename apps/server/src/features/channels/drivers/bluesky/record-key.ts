import { createHash } from 'node:crypto'

const alphabet = '234567abcdefghijklmnopqrstuvwxyz'

/**
 * The key of the record that a post becomes, from the key of the post alone: each attempt creates the same record, and a
 * server creates a record once. It has the form that posts must have (TID: 64 bits, the highest 0, in base 32).
 */
export function recordKeyOf(key: string): string {
  const hash = createHash('sha256').update(key).digest().readBigUInt64BE() >> 1n
  const digits = Array.from({ length: 13 }, (_, at) => Number((hash >> BigInt(60 - 5 * at)) & 31n))
  return digits.map((digit) => alphabet[digit]).join('')
}
