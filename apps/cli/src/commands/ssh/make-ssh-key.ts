import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** A new Ed25519 key as OpenSSH's files have it. */
export interface MadeSshKey {
  privateKey: string
  /** `ssh-ed25519 AAAA…`. */
  publicKey: string
}

const magic = 'openssh-key-v1\0'
const type = 'ssh-ed25519'
const blockBytes = 8
const lineChars = 70

/** Makes a key. Source of the format: OpenSSH, PROTOCOL.key. */
export function makeSshKey(): MadeSshKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [point, seed] = [x, d].map((part) => Buffer.from(part ?? '', 'base64url'))
  if (point === undefined || seed === undefined) throw new Error('no key')
  const publicBlob = Buffer.concat([field(type), field(point)])
  // The same number twice: with a passphrase, which there is none, it would tell whether it was right.
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    publicBlob,
    field(Buffer.concat([seed, point])),
    field(''),
  ])
  const padding = Buffer.from(
    Array.from(
      { length: (blockBytes - (secret.length % blockBytes)) % blockBytes },
      (_, at) => at + 1,
    ),
  )
  const file = Buffer.concat([
    Buffer.from(magic),
    ...[field('none'), field('none'), field(''), uint32(1), field(publicBlob)],
    field(Buffer.concat([secret, padding])),
  ])
  const lines = file.toString('base64').match(new RegExp(`.{1,${lineChars}}`, 'g')) ?? []
  const mark = (word: string) => `-----${word} OPENSSH PRIVATE KEY-----`
  return {
    privateKey: [mark('BEGIN'), ...lines, mark('END'), ''].join('\n'),
    publicKey: `${type} ${publicBlob.toString('base64')}`,
  }
}

function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([uint32(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
