import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

/** A private key of P-256 as a JSON Web Key (RFC 7517). */
export const SigningKey = z.object({
  ...{ kty: z.literal('EC'), crv: z.literal('P-256') },
  ...{ x: z.string().max(60), y: z.string().max(60), d: z.string().max(60) },
})
export type SigningKey = z.infer<typeof SigningKey>

export type VerifyingKey = Omit<SigningKey, 'd'>

export function createSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return SigningKey.parse(privateKey.export({ format: 'jwk' }))
}

export function verifyingKeyOf({ kty, crv, x, y }: SigningKey): VerifyingKey {
  return { kty, crv, x, y }
}

/** The thumbprint of a key (RFC 7638), which names it. */
export function thumbprintOf({ crv, kty, x, y }: VerifyingKey): string {
  return hashOf(JSON.stringify({ crv, kty, x, y }))
}

/** SHA-256 of a text, in base64url. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Random text of 256 bits that is safe in URLs. */
export function randomText(): string {
  return randomBytes(32).toString('base64url')
}

/** Signs a token (JWT, RFC 7519) with ES256. `claims` without times and ID. */
export function signToken(
  key: SigningKey,
  { header, claims, now }: { header: object; claims: object; now: Date },
): string {
  const iat = Math.floor(now.getTime() / 1_000)
  const parts = [
    { alg: 'ES256', ...header },
    { ...claims, iat, jti: randomText() },
  ]
  const text = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(text), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}
