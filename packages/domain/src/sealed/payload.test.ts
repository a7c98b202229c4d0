import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open, type SealedPayload, seal } from './payload.ts'

const keyOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const anyKey = fc.constantFrom(16, 24, 32).chain(keyOf)
const anyValue = fc.jsonValue({ depthSize: 'small' }).filter((value) => value !== null)

describe('a sealed value', () => {
  it('opens unchanged, for any JSON value and each key size', () => {
    fc.assert(
      fc.property(anyValue, anyKey, (value, key) => {
        const sent: unknown = JSON.parse(JSON.stringify(seal(value, key, randomBytes)))
        expect(open(sent, key)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('keeps text beyond ASCII', () => {
    const key = randomBytes(32)
    expect(open(seal({ text: 'Grüße 認証 🔑 \ud800' }, key, randomBytes), key)).toEqual({
      text: 'Grüße 認証 🔑 \ud800',
    })
  })

  it('has three parts in lower-case hex, of the right sizes', () => {
    fc.assert(
      fc.property(anyValue, anyKey, (value, key) => {
        const payload = seal(value, key, randomBytes)
        expect(Object.keys(payload).toSorted()).toEqual(['data', 'hmac', 'iv'])
        expect(payload.data).toMatch(/^(?:[0-9a-f]{32})+$/)
        expect(payload.iv).toMatch(/^[0-9a-f]{32}$/)
        expect(payload.hmac).toMatch(/^[0-9a-f]{64}$/)
      }),
    )
  })

  it('differs each time, as its vector does', () => {
    const key = randomBytes(32)
    const [one, other] = [seal('same', key, randomBytes), seal('same', key, randomBytes)]
    expect(one.iv).not.toBe(other.iv)
    expect(one.data).not.toBe(other.data)
  })
})

describe('compared with Node', () => {
  it.each([16, 24, 32])('a sealed value is decrypted by Node with a key of %i bytes', (length) => {
    const key = randomBytes(length)
    const { data, iv, hmac } = seal({ a: 1 }, key, randomBytes)
    const decipher = createDecipheriv(`aes-${length * 8}-cbc`, key, Buffer.from(iv, 'hex'))
    expect(decipher.update(data, 'hex', 'utf8') + decipher.final('utf8')).toBe('{"a":1}')
    const mac = createHmac('sha256', key).update(data, 'hex').update(iv, 'hex').digest('hex')
    expect(hmac).toBe(mac)
  })

  it.each([16, 24, 32])('a value sealed by Node is opened with a key of %i bytes', (length) => {
    const key = randomBytes(length)
    expect(open(byNode({ key, text: '{"a":1}' }), key)).toEqual({ a: 1 })
  })
})

describe('open returns null for', () => {
  it('a payload with any one bit of any part flipped', () => {
    fc.assert(
      fc.property(
        anyValue,
        anyKey,
        fc.constantFrom('data', 'iv', 'hmac'),
        fc.nat(),
        (value, key, part, nth) => {
          const payload = seal(value, key, randomBytes)
          const broken = { ...payload, [part]: withBitFlipped(payload[part], nth) }
          expect(open(broken, key)).toBeNull()
        },
      ),
    )
  })

  it('any other key', () => {
    fc.assert(
      fc.property(anyValue, anyKey, anyKey, (value, key, other) => {
        fc.pre(!Buffer.from(key).equals(Buffer.from(other)))
        expect(open(seal(value, key, randomBytes), other)).toBeNull()
      }),
    )
  })

  it('any value that is not a payload, without throwing', () => {
    const anyPart = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]*$/), fc.anything())
    const almost = fc.record({ data: anyPart, iv: anyPart, hmac: anyPart }, { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof(fc.anything(), almost), anyKey, (payload, key) => {
        expect(open(payload, key)).toBeNull()
      }),
    )
  })

  it.each([
    [
      'upper-case hex',
      (payload: SealedPayload) => ({ ...payload, data: payload.data.toUpperCase() }),
    ],
    ['hex with 0x', (payload: SealedPayload) => ({ ...payload, iv: `0x${payload.iv}` })],
    [
      'an HMAC cut short',
      (payload: SealedPayload) => ({ ...payload, hmac: payload.hmac.slice(0, -2) }),
    ],
    ['no HMAC', ({ data, iv }: SealedPayload) => ({ data, iv })],
    ['the end of the data moved into the vector', moved],
  ])('%s', (_kind, change) => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => 0xa0 + i)
    const payload = seal({ a: 'long enough for two blocks' }, key, () =>
      new Uint8Array(16).fill(0xab),
    )
    expect(open(payload, key)).not.toBeNull()
    expect(open(change(payload), key)).toBeNull()
  })

  it.each([
    ['no JSON', { text: '{"a":' }],
    ['no text', { text: '' }],
    ['no UTF-8', { text: Uint8Array.of(0x22, 0xff, 0x22) }],
    ['JSON behind a byte-order mark', { text: '\ufeff{}' }],
  ])('a correctly signed payload with %s', (_kind, { text }) => {
    const key = randomBytes(32)
    expect(open(byNode({ key, text }), key)).toBeNull()
  })

  it('a correctly signed payload without padding', () => {
    const key = randomBytes(32)
    expect(open(byNode({ key, text: `"${'x'.repeat(14)}"`, padding: 'none' }), key)).toBeNull()
    expect(open(byNode({ key, text: '', padding: 'none' }), key)).toBeNull()
  })

  it('a correctly signed payload with parts of impossible sizes', () => {
    const key = randomBytes(32)
    for (const [data, iv] of [
      ['00'.repeat(15), '00'.repeat(16)],
      ['00'.repeat(16), '00'.repeat(15)],
      ['', ''],
    ] as const) {
      const hmac = createHmac('sha256', key).update(data, 'hex').update(iv, 'hex').digest('hex')
      expect(open({ data, iv, hmac }, key)).toBeNull()
    }
  })
})

describe('an error of the caller', () => {
  const payload = seal({ a: 1 }, new Uint8Array(16), randomBytes)

  it.each([undefined, null])('is thrown for a missing key (%s)', (key) => {
    expect(() => open(payload, key)).toThrow(/^Missing key: required for decryption$/)
  })

  it.each([0, 8, 20, 33])('is thrown for a key of %i bytes, sealing and opening', (length) => {
    const text = /^invalid key size \(must be 16, 24 or 32 bytes\)$/
    expect(() => open(payload, new Uint8Array(length))).toThrow(text)
    expect(() => seal({}, new Uint8Array(length), randomBytes)).toThrow(text)
  })

  it('is thrown for a random source that returns too few bytes', () => {
    expect(() => seal({}, new Uint8Array(16), () => new Uint8Array(8))).toThrow(
      /^invalid initialation vector size \(must be 16 bytes\)$/,
    )
  })

  it.each([undefined, () => 1, Symbol('s')])(
    'is thrown for %s, which JSON cannot represent',
    (value) => {
      expect(() => seal(value, new Uint8Array(16), randomBytes)).toThrow(TypeError)
    },
  )
})

/** Moves the last block of the data before the vector: the signed bytes are the same, in the same order. */
function moved({ data, iv, hmac }: SealedPayload): SealedPayload {
  return { data: data.slice(0, -32), iv: data.slice(-32) + iv, hmac }
}

function withBitFlipped(text: string, nth: number): string {
  const bytes = Buffer.from(text, 'hex')
  const bit = nth % (bytes.length * 8)
  const at = Math.floor(bit / 8)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (bit % 8)), at)
  return bytes.toString('hex')
}

interface ByNode {
  key: Uint8Array
  text: string | Uint8Array
  padding?: 'none'
}

/** A payload as another program makes it. */
function byNode({ key, text, padding }: ByNode): SealedPayload {
  const iv = randomBytes(16)
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv)
  cipher.setAutoPadding(padding !== 'none')
  const data = Buffer.concat([cipher.update(text), cipher.final()])
  const hmac = createHmac('sha256', key).update(data).update(iv).digest('hex')
  return { data: data.toString('hex'), iv: iv.toString('hex'), hmac }
}
