import { createPublicKey, verify } from 'node:crypto'

/** A statement with the signature that is to prove who made it. */
export interface SignedStatement {
  /** Ed25519, raw 32 bytes in base64url. */
  publicKey: string
  statement: string
  /** base64url. */
  signature: string
}

/** Whether the holder of the key signed exactly this text. A key or signature of the wrong form never did. */
export function isSignedBy({ publicKey, statement, signature }: SignedStatement): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    })
    return verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))
  } catch {
    // @NOTE only the key's form can fail here, and a key of the wrong form has signed nothing.
    return false
  }
}
