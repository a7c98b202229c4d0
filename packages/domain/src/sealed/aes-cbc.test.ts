import { createCipheriv, createDecipheriv } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptCbc, encryptCbc } from './aes-cbc.ts'

/** NIST SP 800-38A, F.2.1 to F.2.6: one plaintext under a key of each size. */
const nist = {
  iv: '000102030405060708090a0b0c0d0e0f',
  plaintext:
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51' +
    '30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710',
  keys: [
    {
      bits: 128,
      key: '2b7e151628aed2a6abf7158809cf4f3c',
      ciphertext:
        '7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2' +
        '73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7',
    },
    {
      bits: 192,
      key: '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b',
      ciphertext:
        '4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a' +
        '571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd',
    },
    {
      bits: 256,
      key: '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
      ciphertext:
        'f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d' +
        '39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b',
    },
  ],
}

const size = fc.constantFrom(16, 24, 32)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const parameters = size.chain((length) => fc.record({ key: bytes(length), iv: bytes(16) }))
const wholeBlocks = fc.integer({ min: 0, max: 8 }).chain((blocks) => bytes(blocks * 16))

describe('AES-CBC', () => {
  it.each(nist.keys)(
    'matches the NIST vectors in both directions with $bits bits',
    ({ key, ciphertext }) => {
      const given = { key: unhex(key), iv: unhex(nist.iv) }
      expect(hex(encryptCbc(given, unhex(nist.plaintext)))).toBe(ciphertext)
      expect(hex(decryptCbc(given, unhex(ciphertext)))).toBe(nist.plaintext)
    },
  )

  it('matches Node for any key, vector and text', () => {
    fc.assert(
      fc.property(parameters, wholeBlocks, ({ key, iv }, plaintext) => {
        const algorithm = `aes-${key.length * 8}-cbc`
        const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(false)
        const theirs = Buffer.concat([cipher.update(plaintext), cipher.final()])
        expect(hex(encryptCbc({ key, iv }, plaintext))).toBe(hex(theirs))
        const decipher = createDecipheriv(algorithm, key, iv).setAutoPadding(false)
        const back = Buffer.concat([decipher.update(theirs), decipher.final()])
        expect(hex(decryptCbc({ key, iv }, theirs))).toBe(hex(back))
      }),
    )
  })
})

describe('the input', () => {
  it('is not modified', () => {
    fc.assert(
      fc.property(parameters, wholeBlocks, (given, text) => {
        const before = [given.key, given.iv, text].map(hex)
        encryptCbc(given, text)
        decryptCbc(given, text)
        expect([given.key, given.iv, text].map(hex)).toEqual(before)
      }),
    )
  })

  it('may be plain arrays', () => {
    const ofArrays = encryptCbc({ key: zeros(16), iv: zeros(16) }, zeros(32))
    const ofBytes = { key: new Uint8Array(16), iv: new Uint8Array(16) }
    expect(hex(ofArrays)).toBe(hex(encryptCbc(ofBytes, new Uint8Array(32))))
  })

  it.each([0, 15, 17, 23, 25, 31, 33, 64])('is rejected with a key of %i bytes', (length) => {
    const text = /^invalid key size \(must be 16, 24 or 32 bytes\)$/
    expect(() => encryptCbc({ key: zeros(length), iv: zeros(16) }, zeros(16))).toThrow(text)
    expect(() => decryptCbc({ key: zeros(length), iv: zeros(16) }, zeros(16))).toThrow(text)
  })

  it.each([0, 12, 15, 17, 32])('is rejected with a vector of %i bytes', (length) => {
    // The upstream catalogue's own spelling.
    const text = /^invalid initialation vector size \(must be 16 bytes\)$/
    expect(() => encryptCbc({ key: zeros(16), iv: zeros(length) }, zeros(16))).toThrow(text)
    expect(() => decryptCbc({ key: zeros(16), iv: zeros(length) }, zeros(16))).toThrow(text)
  })

  it.each([1, 15, 17, 33])('is rejected with a text of %i bytes', (length) => {
    const given = { key: zeros(16), iv: zeros(16) }
    expect(() => encryptCbc(given, zeros(length))).toThrow(
      /^invalid plaintext size \(must be multiple of 16 bytes\)$/,
    )
    expect(() => decryptCbc(given, zeros(length))).toThrow(
      /^invalid ciphertext size \(must be multiple of 16 bytes\)$/,
    )
  })

  it('is rejected with a value that is not a byte, in any argument', () => {
    const [wrong, right] = [zeros(16).with(3, 256), zeros(16)]
    for (const [key, iv, text] of [
      [wrong, right, right],
      [right, wrong, right],
      [right, right, wrong],
    ] as const)
      expect(() => encryptCbc({ key, iv }, text)).toThrow(/^Array contains invalid value$/)
  })
})

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0)
}

function hex(given: Uint8Array): string {
  return Buffer.from(given).toString('hex')
}

function unhex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'hex'))
}
