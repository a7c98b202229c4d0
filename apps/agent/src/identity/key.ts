import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import { readTextIfThere, writeWhole } from '../host/files.ts'

/** The machine's own Ed25519 key. The private key is never in a message, log line or report. */
export interface MachineKey {
  /** Raw 32 bytes, base64url. */
  readonly publicKey: string
  /** Signature over the UTF-8 bytes of a statement, base64url. */
  sign(statement: string): string
  /** Writes the private key into the data directory, readable by its owner only. */
  keepIn(dataDir: string): Promise<void>
}

export function keyPath(dataDir: string): string {
  return join(dataDir, 'machine.key')
}

export const keyFileMode = 0o600

export function makeKey(): MachineKey {
  return keyOf(generateKeyPairSync('ed25519').privateKey)
}

/** Reads the machine's key; `undefined` before one was stored. */
export async function readKey(dataDir: string): Promise<MachineKey | undefined> {
  const pem = await readTextIfThere(keyPath(dataDir))
  return pem === undefined ? undefined : keyOf(createPrivateKey(pem))
}

function keyOf(privateKey: KeyObject): MachineKey {
  // The last 32 bytes of an Ed25519 SPKI are the key itself (RFC 8410, section 4).
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return {
    publicKey: spki.subarray(-32).toString('base64url'),
    sign: (statement) => sign(null, Buffer.from(statement), privateKey).toString('base64url'),
    keepIn: (dataDir) =>
      writeWhole(
        keyPath(dataDir),
        privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        keyFileMode,
      ),
  }
}
