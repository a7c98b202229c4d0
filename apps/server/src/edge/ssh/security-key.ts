import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { wireReader } from '../../platform/ssh-wire.ts'

const algorithms = ['sk-ssh-ed25519@openssh.com', 'sk-ecdsa-sha2-nistp256@openssh.com']

/** Whether keys of this algorithm live on a device (FIDO2), which ssh2 does not know. */
export function isSecurityKey(algorithm: string): boolean {
  return algorithms.includes(algorithm)
}

interface DeviceSignature {
  readonly key: Buffer
  readonly blob: Buffer
  /** The signature, a byte of flags and a counter of four bytes. */
  readonly signature: Buffer
}

const trailerBytes = 5
const userPresent = 0x01

/** Whether a device signed, and its user touched it. Source: OpenSSH, PROTOCOL.u2f, "SSH U2F signatures". */
export function isSignedByDevice({ key, blob, signature }: DeviceSignature): boolean {
  const device = deviceKeyIn(key)
  if (device === undefined || signature.length <= trailerBytes) return false
  const trailer = signature.subarray(-trailerBytes)
  if (((trailer[0] ?? 0) & userPresent) === 0) return false
  const message = Buffer.concat([sha256(device.application), trailer, sha256(blob)])
  const bare = signature.subarray(0, -trailerBytes)
  if (device.curve === undefined) return verify(null, message, device.key, bare)
  const pair = fixedPairIn(bare)
  if (pair === undefined) return false
  return verify('sha256', message, { key: device.key, dsaEncoding: 'ieee-p1363' }, pair)
}

interface DeviceKey {
  key: KeyObject
  application: Buffer
  curve: 'P-256' | undefined
}

function deviceKeyIn(blob: Buffer): DeviceKey | undefined {
  const reader = wireReader(blob)
  const isEd25519 = reader.take()?.toString('latin1') === algorithms[0]
  if (!isEd25519) reader.take()
  const point = reader.take()
  const application = reader.take()
  if (point === undefined || application === undefined || reader.left() > 0) return undefined
  if (isEd25519) return { key: ed25519Key(point), application, curve: undefined }
  return point.length === 65 && point[0] === 4
    ? { key: nistKey(point), application, curve: 'P-256' }
    : undefined
}

function ed25519Key(point: Buffer): KeyObject {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') }
  return createPublicKey({ key: jwk, format: 'jwk' })
}

function nistKey(point: Buffer): KeyObject {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

/** The two numbers of an ECDSA signature, each as 32 bytes. */
function fixedPairIn(signature: Buffer): Buffer | undefined {
  const reader = wireReader(signature)
  const numbers = [reader.take(), reader.take()]
  const fixed = numbers.map((number) => {
    const bare = number?.subarray(number.findIndex((byte) => byte !== 0))
    if (bare === undefined || bare.length > 32) return undefined
    return Buffer.concat([Buffer.alloc(32 - bare.length), bare])
  })
  return fixed.every((one) => one !== undefined) ? Buffer.concat(fixed) : undefined
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
