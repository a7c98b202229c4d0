import { blockBytes } from './aes-cbc.ts'

/** Fills up the last block: with 1 to 16 bytes, each with their number as value. Source: RFC 5652, 6.3. */
export function padded(text: Uint8Array): Uint8Array {
  const count = blockBytes - (text.length % blockBytes)
  const whole = new Uint8Array(text.length + count).fill(count)
  whole.set(text)
  return whole
}

/** Reverses {@link padded}; `undefined` for invalid padding. */
export function unpadded(whole: Uint8Array): Uint8Array | undefined {
  const count = whole.at(-1) ?? 0
  if (count < 1 || count > blockBytes || count > whole.length) return undefined
  const end = whole.length - count
  if (!whole.subarray(end).every((byte) => byte === count)) return undefined
  return whole.subarray(0, end)
}
