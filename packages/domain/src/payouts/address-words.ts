import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const wordCount = 4
const listLength = 2_048

/**
 * Four words that stand for an address, so that a swapped one is seen: an address that looks alike has other words. They
 * are the first 44 bits of keccak-256 of `gridloom address words`, a line feed and the address in lower case, 11 bits a
 * word, in a list of 2,048 words (BIP-39, English).
 */
export function addressWords(address: string, list: readonly string[]): string[] {
  if (list.length !== listLength) throw new RangeError('the list must have 2,048 words')
  const hash = keccak_256(utf8ToBytes(`gridloom address words\n${address.toLowerCase()}`))
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: wordCount }, (_, at) => {
    const word = list[Number.parseInt(bits.slice(at * 11, at * 11 + 11), 2)]
    return word ?? ''
  })
}
