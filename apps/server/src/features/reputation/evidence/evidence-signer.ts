import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { readOrMakeSecret } from '../../../platform/secret-file.ts'

/** Signs facts with the key of this installation. */
export interface EvidenceSigner {
  /** Raw 32 bytes in base64url. */
  readonly publicKey: string
  /** Signs a text: Ed25519, in base64url. */
  sign(text: string): string
}

/**
 * Reads the key from `file`, which is made at the first start and readable only by the user of the process. Replicas
 * must share it. Facts that an earlier key signed stay, and are reported as wrongly signed.
 */
export async function readEvidenceSigner(file: string): Promise<EvidenceSigner> {
  const key = createPrivateKey(await readOrMakeSecret(file, makeKey))
  return { publicKey: rawPublicKey(key), sign: (text) => signed(key, text) }
}

async function makeKey(): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function rawPublicKey(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? ''
}

function signed(key: KeyObject, text: string): string {
  return sign(null, Buffer.from(text), key).toString('base64url')
}
