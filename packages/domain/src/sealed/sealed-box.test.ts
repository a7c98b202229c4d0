import {
  createCipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto'
import { expect, it } from 'vitest'
import { BoxBroken, makeBoxKey, openBox, sealBox } from './sealed-box.ts'

const place = 'ins_01jd3v8q6f7g8h9jkmnpqrstvw'

it.each([
  ['a password', 'secret'],
  ['nothing', ''],
  ['any letters', 'pässwörd \u{1f511}'],
  ['the longest password', 'x'.repeat(4_096)],
])('opens what it sealed: %s', async (_what, text) => {
  const key = await makeBoxKey()
  const sealed = await sealBox(key.publicKey, text, place)
  expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(await openBox(key, sealed, place)).toBe(text)
})

it('seals the same text to another value each time', async () => {
  const { publicKey } = await makeBoxKey()
  expect(await sealBox(publicKey, 'a', place)).not.toBe(await sealBox(publicKey, 'a', place))
})

it('opens for no other place, and with no other key', async () => {
  const key = await makeBoxKey()
  const sealed = await sealBox(key.publicKey, 'secret', place)
  await expect(openBox(key, sealed, `${place}x`)).rejects.toThrow(BoxBroken)
  await expect(openBox(await makeBoxKey(), sealed, place)).rejects.toThrow(BoxBroken)
})

it('does not open when any byte was changed, or some are missing', async () => {
  const key = await makeBoxKey()
  const bytes = Buffer.from(await sealBox(key.publicKey, 'secret', place), 'base64url')
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8((bytes.at(at) ?? 0) ^ 1, at)
    await expect(openBox(key, changed.toString('base64url'), place)).rejects.toThrow(BoxBroken)
  }
  for (const text of ['', 'AQ', '*', bytes.subarray(0, -1).toString('base64url')])
    await expect(openBox(key, text, place)).rejects.toThrow(BoxBroken)
})

it('seals for no key that is none, and none that agrees with everybody', async () => {
  const zero = Buffer.alloc(32).toString('base64url')
  await expect(sealBox('short', 'secret', place)).rejects.toThrow(BoxBroken)
  await expect(sealBox(zero, 'secret', place)).rejects.toThrow(BoxBroken)
})

it('has the format that its comment gives, made here from other primitives', async () => {
  const key = await makeBoxKey()
  const own = generateKeyPairSync('x25519')
  const ownPublic = Buffer.from(own.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const jwk = { kty: 'OKP', crv: 'X25519', x: key.publicKey }
  const theirs = createPublicKey({ key: jwk, format: 'jwk' })
  const secret = diffieHellman({ privateKey: own.privateKey, publicKey: theirs })
  const salt = Buffer.concat([ownPublic, Buffer.from(key.publicKey, 'base64url')])
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, 'gridloom sealed box 1', 44))
  const cipher = createCipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32))
  const text = cipher.setAAD(Buffer.from(place)).update('secret', 'utf8')
  const parts = [Buffer.of(1), ownPublic, text, cipher.final(), cipher.getAuthTag()]
  expect(await openBox(key, Buffer.concat(parts).toString('base64url'), place)).toBe('secret')
})
