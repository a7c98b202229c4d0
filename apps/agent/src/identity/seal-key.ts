import { join } from 'node:path'
import { type BoxKey, makeBoxKey, openBox } from '@gridloom/domain/sealed/sealed-box'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'
import { keyFileMode } from './key.ts'

/**
 * The key that the control plane seals secrets for this machine with: what it keeps and sends can be read here alone. The
 * private key is never in a message, log line or report.
 */
export interface MachineSealKey {
  /** Raw 32 bytes, base64url. */
  publicKey(): Promise<string>
  /** @throws BoxBroken where a text was sealed for another key or place, or changed */
  open(sealed: string, place: string): Promise<string>
}

const StoredKey = z.object({ public_key: z.string(), private_key: z.string() })

export function sealKeyPath(dataDir: string): string {
  return join(dataDir, 'seal.key')
}

/** Opens the machine's seal key, which is made at its first use. A damaged one is replaced: secrets are sealed again. */
export function openSealKey(dataDir: string): MachineSealKey {
  let reading: Promise<BoxKey> | undefined
  const key = () => {
    reading ??= readOrMake(sealKeyPath(dataDir))
    // Retried at the next use: a full disk may have space again.
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
  return {
    publicKey: async () => (await key()).publicKey,
    open: async (sealed, place) => openBox(await key(), sealed, place),
  }
}

async function readOrMake(path: string): Promise<BoxKey> {
  const stored = keyIn((await readTextIfThere(path)) ?? '')
  if (stored !== undefined) return stored
  const made = await makeBoxKey()
  const text = { public_key: made.publicKey, private_key: made.privateKey }
  await writeWhole(path, JSON.stringify(text), keyFileMode)
  return made
}

function keyIn(text: string): BoxKey | undefined {
  try {
    const { public_key, private_key } = StoredKey.parse(JSON.parse(text))
    return { publicKey: public_key, privateKey: private_key }
  } catch {
    // @NOTE missing, or torn by a full disk: another is made
    return undefined
  }
}
