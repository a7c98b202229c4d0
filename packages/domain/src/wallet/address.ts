import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const shape = /^0x[0-9a-fA-F]{40}$/

/** An address in the form that shows typing errors: its letters' case is a checksum. Source: EIP-55. */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const cased = [...digits].map((digit, i) => (hash.charAt(i) > '7' ? digit.toUpperCase() : digit))
  return `0x${cased.join('')}`
}

/**
 * An address in lower case; `undefined` for what is none, and for one in mixed case whose checksum is wrong: a digit of
 * it was mistyped.
 */
export function readAddress(text: string): string | undefined {
  if (!shape.test(text)) return undefined
  const digits = text.slice(2)
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isPlain || checksumAddress(text) === text ? text.toLowerCase() : undefined
}

/** `0xf39F…2266`, for places where the whole address has no room. */
export function shortAddress(address: string): string {
  const whole = checksumAddress(address)
  return `${whole.slice(0, 6)}…${whole.slice(-4)}`
}
