import { createPrivateKey, createPublicKey, createSign, generateKeyPair } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { readOrMakeSecret } from '../../platform/secret-file.ts'

/** Signs agent bundles with the key of this installation. */
export interface BundleSigner {
  /** The public key for the install scripts: PEM for OpenSSL, and the XML of .NET. */
  publicKey(): Promise<{ pem: string; xml: string }>
  /** Signs a file: RSA (PKCS #1 v1.5) over its SHA-256, in base64. Cached, as a file never changes under its path. */
  sign(file: string): Promise<string>
}

/**
 * RSA, because OpenSSL, LibreSSL and Windows PowerShell 5.1 can all verify it: macOS has no Ed25519 on its command
 * line, and .NET Framework reads no other keys without a library.
 */
const bits = 3_072

/**
 * Creates a signer with the key in `file`, readable only by the user of the process and generated at first use.
 * Replicas must share it: machines refuse an upgrade that is signed with another key.
 */
export function createBundleSigner({ file }: { file: string }): BundleSigner {
  let key: Promise<string> | undefined
  const signatures = new Map<string, Promise<string>>()
  const keyPem = () => {
    key ??= readOrMakeSecret(file, makeKey)
    // Retried at the next use: a full disk may have space again.
    key.catch(() => {
      key = undefined
    })
    return key
  }
  return {
    async publicKey() {
      const publicKey = createPublicKey(await keyPem())
      const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
      const xml = `<RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent></RSAKeyValue>`
      return { pem: publicKey.export({ format: 'pem', type: 'spki' }).toString().trim(), xml }
    },
    sign(path) {
      const known = signatures.get(path)
      if (known !== undefined) return known
      const signing = keyPem().then((pem) => signFile(pem, path))
      signatures.set(path, signing)
      signing.catch(() => signatures.delete(path))
      return signing
    },
  }
}

async function signFile(pem: string, file: string): Promise<string> {
  const signer = createSign('sha256')
  await pipeline(createReadStream(file), signer)
  return signer.sign(createPrivateKey(pem), 'base64')
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: bits })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function base64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64')
}
