import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readOrMakeSecret } from './secret-file.ts'

/** Seals secrets that are needed again without their owner. */
export interface SecretSealer {
  /** `place`: where it is stored, such as an id; it is opened for that place alone. */
  seal(secret: string, place: string): Promise<string>
  /** @throws SealBroken where it was sealed with another key, or for another place */
  open(sealed: string, place: string): Promise<string>
}

/** A sealed secret that cannot be opened. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'

/**
 * Creates a sealer with the key in `file`, readable only by the user of the process and made at first use: a copy of the
 * database alone opens nothing. Replicas must share it.
 */
export function createSecretSealer({ file }: { file: string }): SecretSealer {
  let reading: Promise<Buffer> | undefined
  const key = () => {
    reading ??= readOrMakeSecret(file, async () =>
      randomBytes(keyBytes).toString('base64url'),
    ).then((text) => Buffer.from(text.trim(), 'base64url'))
    // Retried at the next use: a full disk may have space again.
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
  return {
    async seal(secret, place) {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, await key(), nonce).setAAD(Buffer.from(place))
      const bytes = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
      return Buffer.concat([nonce, sealing.getAuthTag(), bytes]).toString('base64url')
    },
    async open(sealed, place) {
      const all = Buffer.from(sealed, 'base64url')
      const tag = all.subarray(nonceBytes, nonceBytes + tagBytes)
      const own = await key()
      try {
        const opening = createDecipheriv(cipher, own, all.subarray(0, nonceBytes))
        opening.setAAD(Buffer.from(place)).setAuthTag(tag)
        const bytes = opening.update(all.subarray(nonceBytes + tagBytes))
        return Buffer.concat([bytes, opening.final()]).toString('utf8')
      } catch (cause) {
        throw new SealBroken('a secret was sealed with another key', { cause })
      }
    },
  }
}
