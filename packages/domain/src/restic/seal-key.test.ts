import fc from 'fast-check'
import { expect, it } from 'vitest'
import { derivedBytes, openFromRestic, sealForRestic } from './seal-key.ts'

const key = fc.uint8Array({ minLength: derivedBytes, maxLength: derivedBytes })
const nonce = fc.uint8Array({ minLength: 16, maxLength: 16 })
const text = fc.uint8Array({ maxLength: 400 })

it('opens what it has sealed, and nothing of which a bit differs', () => {
  fc.assert(
    fc.property(key, nonce, text, fc.nat(), fc.integer({ min: 0, max: 7 }), (...all) => {
      const [derived, once, bytes, at, bit] = all
      const sealed = sealForRestic(derived, { nonce: once, text: bytes })
      expect(openFromRestic(derived, sealed)).toEqual(bytes)
      const place = at % sealed.length
      sealed[place] = (sealed[place] ?? 0) ^ (1 << bit)
      expect(openFromRestic(derived, sealed)).toBeUndefined()
    }),
  )
})

it('opens nothing that is shorter than a nonce and a tag, and takes no key of another length', () => {
  const derived = new Uint8Array(derivedBytes)
  expect(openFromRestic(derived, new Uint8Array(31))).toBeUndefined()
  const sealed = { nonce: new Uint8Array(16), text: new Uint8Array() }
  expect(() => sealForRestic(derived.subarray(1), sealed)).toThrow(RangeError)
})
