import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import ssh2 from 'ssh2'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../platform/ssh-wire.ts'
import { isSigned } from './public-key.ts'

const bytes = (text: string) => Buffer.from(text)
const blob = bytes('what the client signs')

describe('a signature', () => {
  it.each([
    ['ed25519', {}, undefined],
    ['ecdsa', { bits: 256 }, undefined],
    ['ecdsa', { bits: 521 }, undefined],
    ['rsa', { bits: 2048 }, 'sha512'],
  ] as const)('of a %s key %o counts, and no other', (kind, options, hash) => {
    const { key, algorithm, signed } = keyOf(kind, options)
    const signature = signed(blob, hash)
    expect(isSigned({ algorithm, key, blob, signature, hash })).toBe(true)
    const other = bytes('something else')
    expect(isSigned({ algorithm, key, blob: other, signature, hash })).toBe(false)
  })

  it('by RSA with SHA-1 does not count', () => {
    const { key, algorithm, signed } = keyOf('rsa', { bits: 2048 })
    const signature = signed(blob, 'sha1')
    expect(isSigned({ algorithm, key, blob, signature, hash: undefined })).toBe(false)
  })

  it('of a key that cannot be read does not count', () => {
    const key = bytes('no key')
    const signature = Buffer.alloc(64)
    expect(isSigned({ algorithm: 'ssh-ed25519', key, blob, signature, hash: undefined })).toBe(
      false,
    )
  })
})

describe('a signature of a security key', () => {
  it('counts where its user was present', () => {
    const device = ed25519Device()
    expect(isSigned({ ...device.signed(0x01), hash: undefined })).toBe(true)
    expect(isSigned({ ...device.signed(0x00), hash: undefined })).toBe(false)
  })

  it('counts by ECDSA as well', () => {
    const device = ecdsaDevice()
    const signed = { ...device.signed(0x05), hash: undefined }
    expect(isSigned(signed)).toBe(true)
    expect(isSigned({ ...signed, blob: bytes('something else') })).toBe(false)
  })

  it('of any damaged form does not count', () => {
    const { signed } = ed25519Device()
    const whole = { ...signed(0x01), hash: undefined }
    for (let length = 0; length < whole.signature.length; length += 1) {
      expect(isSigned({ ...whole, signature: whole.signature.subarray(0, length) })).toBe(false)
    }
    for (let length = 0; length < whole.key.length; length += 1) {
      expect(isSigned({ ...whole, key: whole.key.subarray(0, length) })).toBe(false)
    }
  })
})

it('the fingerprint is the one that ssh-keygen prints', () => {
  // GitHub's host key, with the fingerprint that it publishes.
  const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
  expect(fingerprintOf(Buffer.from(key, 'base64'))).toBe(
    'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
  )
})

function keyOf(kind: 'ed25519' | 'ecdsa' | 'rsa', options: { bits?: number }) {
  const made = ssh2.utils.generateKeyPairSync(kind as 'rsa', options as { bits: number })
  const parsed = ssh2.utils.parseKey(made.private)
  if (parsed instanceof Error) throw parsed
  const signed = (bytes: Buffer, hash?: string) => parsed.sign(bytes, hash)
  return { key: parsed.getPublicSSH(), algorithm: parsed.type, signed }
}

const application = bytes('ssh:')

/** What a device signs (OpenSSH, PROTOCOL.u2f). */
function messageOf(flags: number): { message: Buffer; trailer: Buffer } {
  const trailer = Buffer.from([flags, 0, 0, 0, 7])
  return { trailer, message: Buffer.concat([sha256(application), trailer, sha256(blob)]) }
}

function ed25519Device() {
  const algorithm = 'sk-ssh-ed25519@openssh.com'
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const key = Buffer.concat([Buffer.from(algorithm), point, application].map(text))
  return { signed: (flags: number) => signedBy({ algorithm, key, privateKey, flags }) }
}

function ecdsaDevice() {
  const algorithm = 'sk-ecdsa-sha2-nistp256@openssh.com'
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ])
  const parts = [bytes(algorithm), bytes('nistp256'), point, application]
  const key = Buffer.concat(parts.map(text))
  return {
    signed(flags: number) {
      const { message, trailer } = messageOf(flags)
      const pair = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const numbers = [pair.subarray(0, 32), pair.subarray(32)].map(mpint).map(text)
      return { algorithm, key, blob, signature: Buffer.concat([...numbers, trailer]) }
    },
  }
}

interface Signing {
  algorithm: string
  key: Buffer
  privateKey: KeyObject
  flags: number
}

function signedBy({ algorithm, key, privateKey, flags }: Signing) {
  const { message, trailer } = messageOf(flags)
  const signature = Buffer.concat([sign(null, message, privateKey), trailer])
  return { algorithm, key, blob, signature }
}

/** A string of SSH's binary format. */
function text(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

function mpint(number: Buffer): Buffer {
  const bare = number.subarray(number.findIndex((byte) => byte !== 0))
  return (bare[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bare]) : bare
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
