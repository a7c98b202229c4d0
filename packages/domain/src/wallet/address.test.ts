import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksumAddress, readAddress, shortAddress } from './address.ts'

/** The examples of EIP-55. */
const examples = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

it.each(examples)('writes %s as EIP-55 does', (example) => {
  expect(checksumAddress(example.toLowerCase())).toBe(example)
})

describe('readAddress', () => {
  it.each(examples)(
    'reads %s, in one case, or in mixed case with the right checksum',
    (example) => {
      const lower = example.toLowerCase()
      expect(readAddress(example)).toBe(lower)
      expect(readAddress(lower)).toBe(lower)
      expect(readAddress(`0x${example.slice(2).toUpperCase()}`)).toBe(lower)
    },
  )

  it('refuses mixed case with a wrong checksum', () => {
    expect(readAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed')).toBeUndefined()
  })

  it.each(['', '0x', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', `0x${'0'.repeat(41)}`, '0xzz'])(
    'refuses what is no address: %j',
    (text) => {
      expect(readAddress(text)).toBeUndefined()
    },
  )

  it('reads any address from its checksum form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const address = `0x${Buffer.from(bytes).toString('hex')}`
        expect(readAddress(checksumAddress(address))).toBe(address)
      }),
    )
  })
})

it('shortens an address to its ends', () => {
  expect(shortAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe('0xf39F…2266')
})
