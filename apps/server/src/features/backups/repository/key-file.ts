import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { derivedBytes, openFromRestic, sealForRestic } from '@gridloom/domain/restic/seal-key'
import { z } from 'zod'

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)

interface ScryptOptions {
  N: number
  r: number
  p: number
  maxmem: number
}

const mib = 1024 * 1024
/** A file may come from a program in an instance: its numbers must not take more of this process. restic uses up to 60 MiB. */
const memoryBytesMax = 96 * mib
/** `N * r * p` of all files that are tried together: some seconds of a processor. */
const usualWorkMax = 32_768 * 8 * 40
/** About what restic itself chooses on the machines of instances: a quarter of a second. */
const usualCost = { N: 32_768, r: 8, p: 3 }
const saltBytes = 64
const nonceBytes = 16

/** A key of a repository, as restic stores it: what opens all of it, sealed with a password. */
const KeyFile = z.object({
  kdf: z.literal('scrypt'),
  N: z.int().min(2).max(1_048_576),
  r: z.int().min(1).max(64),
  p: z.int().min(1).max(1_000),
  salt: z.base64().max(1_000),
  data: z.base64().max(10_000),
})

/** The key of a repository, as restic stores it. */
const MasterKey = z.object({
  mac: z.object({ k: z.base64(), r: z.base64() }),
  encrypt: z.base64(),
})

const Config = z.object({ version: z.int(), id: z.string() })

/**
 * Returns the master key of a repository, as one of its key files has it; `undefined` where none opens with the password.
 * A key counts if it opens the repository's configuration too: a program in an instance can add key files, but not replace
 * that. Files of another kind, and those whose numbers would take too much memory or time, are passed over.
 */
export async function openMasterKey(
  files: readonly string[],
  {
    password,
    config,
    workMax = usualWorkMax,
  }: { password: string; config: Uint8Array; workMax?: number },
): Promise<Buffer | undefined> {
  let work = 0
  for (const file of files) {
    const parsed = KeyFile.safeParse(jsonOf(file))
    if (!parsed.success) continue
    const { N, r, p, salt, data } = parsed.data
    const isPowerOf2 = (N & (N - 1)) === 0
    if (!isPowerOf2 || 128 * N * r > memoryBytesMax || work + N * r * p > workMax) continue
    work += N * r * p
    const derived = await derivedFrom(password, Buffer.from(salt, 'base64'), { N, r, p })
    const opened = openFromRestic(derived, Buffer.from(data, 'base64'))
    if (opened !== undefined && opensConfig(opened, config)) return Buffer.from(opened)
  }
  return undefined
}

function opensConfig(masterKey: Uint8Array, config: Uint8Array): boolean {
  const parsed = MasterKey.safeParse(jsonOf(Buffer.from(masterKey).toString()))
  if (!parsed.success) return false
  const { encrypt, mac } = parsed.data
  const key = Buffer.concat([encrypt, mac.k, mac.r].map((part) => Buffer.from(part, 'base64')))
  const opened = key.length === derivedBytes ? openFromRestic(key, config) : undefined
  return opened !== undefined && Config.safeParse(jsonOf(Buffer.from(opened).toString())).success
}

/** Returns a key file in which the master key is sealed with a password. */
export async function makeKeyFile(
  masterKey: Uint8Array,
  { password, now, cost = usualCost }: { password: string; now: Date; cost?: typeof usualCost },
): Promise<Buffer> {
  const salt = randomBytes(saltBytes)
  const derived = await derivedFrom(password, salt, cost)
  const data = sealForRestic(derived, { nonce: randomBytes(nonceBytes), text: masterKey })
  return Buffer.from(
    JSON.stringify({
      ...{ created: now.toISOString(), username: 'root', hostname: 'gridloom', kdf: 'scrypt' },
      ...cost,
      salt: salt.toString('base64'),
      data: Buffer.from(data).toString('base64'),
    }),
  )
}

function derivedFrom(
  password: string,
  salt: Uint8Array,
  numbers: { N: number; r: number; p: number },
): Promise<Buffer> {
  return derive(password, salt, derivedBytes, { ...numbers, maxmem: memoryBytesMax + mib })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE a file of a program in an instance
    return undefined
  }
}
