import { createPublicKey, verify } from 'node:crypto'

/** A statement with the signature that proves its author. */
export interface SignedStatement {
  /** Ed25519, raw 32 bytes in base64url. */
  publicKey: string
  statement: string
  /** base64url. */
  signature: string
}

/** Whether the holder of the key signed exactly this text. `false` for a malformed key or signature. */
export function isSignedBy({ publicKey, statement, signature }: SignedStatement): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    })
    return verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))
  } catch {
    // @NOTE only the key's form can fail here, and a malformed key has signed nothing.
    return false
  }
}
