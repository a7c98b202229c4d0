import { expect, it } from 'vitest'
import { addressWords } from './address-words.ts'

const list = Array.from({ length: 2_048 }, (_, at) => `w${at}`)
const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

it('names an address whatever its case, and another one otherwise', () => {
  const words = addressWords(address, list)
  expect(words).toHaveLength(4)
  expect(addressWords(`0x${address.slice(2).toUpperCase()}`, list)).toEqual(words)
  // As long, with the same first and last characters.
  expect(addressWords(address.replace('1aad88', '1aad89'), list)).not.toEqual(words)
})

it('takes a list of 2,048 words alone', () => {
  expect(() => addressWords(address, list.slice(1))).toThrow(RangeError)
})
