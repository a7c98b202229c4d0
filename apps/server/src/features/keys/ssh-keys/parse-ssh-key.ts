import { createPublicKey } from 'node:crypto'
import {
  fingerprintOf,
  mpintBits,
  type WireReader,
  wireReader,
} from '../../../platform/ssh-wire.ts'

/** A public key in its stored form, without options; the comment is separate. */
export interface PublicKey {
  type: string
  bits: number
  /** As `ssh-keygen -l` prints it: `SHA256:` and base64 without padding. */
  fingerprint: string
  /** Type and base64, without comment: usable as a line of authorized_keys. */
  line: string
  /** The comment after the key; may be empty. */
  comment: string
}

/** The reason why a text is not a public key, shown at the field. */
export interface NotAKey {
  problem: string
}

const rsaBitsMin = 2_048
const rsaBitsMax = 16_384

/**
 * Parses one public key in OpenSSH's format (`type base64 comment`). The blob is parsed to its last byte, and the type
 * inside must match the label. Sources: RFC 4253 (6.6), 5656 (3.1), 8709 (4); OpenSSH, PROTOCOL.u2f.
 */
export function parseSshKey(text: string): PublicKey | NotAKey {
  const trimmed = text.trim()
  const shape = problemOfShape(trimmed)
  if (shape !== undefined) return { problem: shape }
  const [type = '', base64 = '', ...comment] = trimmed.split(/[ \t]+/)
  const measure = measures.get(type)
  if (measure === undefined) return { problem: problemOfType(type) }
  const blob = Buffer.from(base64, 'base64')
  if (base64 === '' || withoutPadding(blob.toString('base64')) !== withoutPadding(base64))
    return { problem: damaged }
  const reader = wireReader(blob)
  if (reader.take()?.toString('latin1') !== type) return { problem: mislabelled }
  const measured = measure(reader)
  if (typeof measured === 'string') return { problem: measured }
  if (reader.left() !== 0) return { problem: damaged }
  return {
    type,
    bits: measured,
    fingerprint: fingerprintOf(blob),
    line: `${type} ${blob.toString('base64')}`,
    comment: comment.join(' '),
  }
}

const damaged = 'This key is cut off or damaged. Paste the whole line of the .pub file.'
const mislabelled = 'The key does not match the type in front of it.'

function problemOfShape(text: string): string | undefined {
  if (/PRIVATE KEY|PuTTY-User-Key-File/i.test(text))
    return 'This is a private key. Paste the .pub file.'
  if (/BEGIN (SSH2 )?(RSA )?PUBLIC KEY/.test(text))
    return 'Paste the key in OpenSSH format: one line that begins with ssh-… (convert it with ssh-keygen -i).'
  if (/[\r\n]/.test(text)) return 'Paste one key at a time, on one line.'
  return undefined
}

function problemOfType(type: string): string {
  if (type === 'ssh-dss')
    return 'DSA keys are no longer secure. Create a key with ssh-keygen -t ed25519.'
  if (/cert-v0\d@openssh\.com$/.test(type)) return 'This is a certificate. Paste the key itself.'
  if (/[=,"]/.test(type)) return 'Leave out the options before the key.'
  return 'A public key begins with ssh-ed25519, ssh-rsa, ecdsa-sha2-nistp… or sk-….'
}

/** Reads the fields after the type and returns the key's bits, or the problem. */
type Measure = (reader: WireReader) => number | string

const measures: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ['ssh-ed25519', measureEd25519],
  ['ssh-rsa', measureRsa],
  ['ecdsa-sha2-nistp256', (reader) => measureEcdsa(reader, 'nistp256')],
  ['ecdsa-sha2-nistp384', (reader) => measureEcdsa(reader, 'nistp384')],
  ['ecdsa-sha2-nistp521', (reader) => measureEcdsa(reader, 'nistp521')],
  ['sk-ssh-ed25519@openssh.com', (reader) => withApplication(reader, measureEd25519(reader))],
  [
    'sk-ecdsa-sha2-nistp256@openssh.com',
    (reader) => withApplication(reader, measureEcdsa(reader, 'nistp256')),
  ],
])

function measureEd25519(reader: WireReader): number | string {
  return reader.take()?.length === 32 ? 256 : damaged
}

function measureRsa(reader: WireReader): number | string {
  const exponent = reader.take()
  const modulus = reader.take()
  if (exponent === undefined || modulus === undefined) return damaged
  const bits = mpintBits(modulus)
  if (mpintBits(exponent) < 2 || isEven(exponent) || bits === 0 || isEven(modulus)) return damaged
  if (bits < rsaBitsMin) return `RSA keys need at least ${rsaBitsMin} bits; this one has ${bits}.`
  return bits > rsaBitsMax ? `RSA keys may have at most ${rsaBitsMax} bits.` : bits
}

const curves = {
  nistp256: { crv: 'P-256', bits: 256 },
  nistp384: { crv: 'P-384', bits: 384 },
  nistp521: { crv: 'P-521', bits: 521 },
} as const

function measureEcdsa(reader: WireReader, name: keyof typeof curves): number | string {
  const { crv, bits } = curves[name]
  if (reader.take()?.toString('latin1') !== name) return mislabelled
  const point = reader.take()
  const side = Math.ceil(bits / 8)
  // 4 marks a point with both coordinates (SEC 1, 2.3.3).
  if (point?.length !== 1 + 2 * side || point[0] !== 4) return damaged
  const x = point.subarray(1, 1 + side).toString('base64url')
  const y = point.subarray(1 + side).toString('base64url')
  try {
    createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' })
    return bits
  } catch {
    // @NOTE the only error left is a point that is not on the curve
    return damaged
  }
}

function withApplication(reader: WireReader, measured: number | string): number | string {
  if (typeof measured === 'string') return measured
  return reader.take() === undefined ? damaged : measured
}

function isEven(bytes: Buffer): boolean {
  return ((bytes.at(-1) ?? 0) & 1) === 0
}

function withoutPadding(base64: string): string {
  return base64.replace(/=+$/, '')
}
