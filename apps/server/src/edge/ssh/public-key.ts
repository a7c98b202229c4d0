import ssh2 from 'ssh2'
import { isSecurityKey, isSignedByDevice } from './security-key.ts'

/** A signature by a public key, as ssh2 hands it over. */
export interface Signed {
  /** The algorithm of the key, such as `ssh-ed25519`. */
  readonly algorithm: string
  readonly key: Buffer
  /** The signed bytes. */
  readonly blob: Buffer
  readonly signature: Buffer
  /** The hash of an RSA signature; `undefined` is SHA-1, which is refused. */
  readonly hash: string | undefined
}

/** Whether a signature is that of the key. A key of an unknown kind has no valid signature. */
export function isSigned({ algorithm, key, blob, signature, hash }: Signed): boolean {
  if (isSecurityKey(algorithm)) return isSignedByDevice({ key, blob, signature })
  if (algorithm === 'ssh-rsa' && hash === undefined) return false
  const parsed = ssh2.utils.parseKey(`${algorithm} ${key.toString('base64')}`)
  if (parsed instanceof Error || parsed.isPrivateKey()) return false
  return parsed.verify(blob, signature, hash) === true
}
