import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../../platform/fair-queue.ts'

/** How much work one hash takes. */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
}

/**
 * Argon2id with 19 MiB, 2 passes, 1 lane. Source: OWASP Password Storage Cheat Sheet, "Argon2id",
 * second of its equal settings.
 */
export const owaspCost: PasswordCost = { memoryKib: 19_456, passes: 2 }

export interface Passwords {
  /** The PHC string to store. @throws Refused `too_many_requests` when too many wait already */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the stored one. Without a stored hash the same work is done on a decoy, so
   * that an unknown account takes as long as a wrong password. @throws Refused `too_many_requests`
   */
  matches(password: string, storedHash: string | null | undefined): Promise<boolean>
}

/** Two at once use both cores of a small machine and 38 MiB; the queue bounds how long anyone waits. */
const queueLimits = { concurrency: 2, waitingMax: 100 }

interface PasswordHasherOptions {
  cost: PasswordCost
  /** Any text that nobody can know; its hash is the decoy. */
  decoy: string
}

export function createPasswords({ cost, decoy }: PasswordHasherOptions): Passwords {
  const enqueue = createFairQueue(queueLimits)
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  let decoyHash: Promise<string> | undefined
  const hashOf = (password: string) => hash(password, options)
  return {
    hash: (password) => enqueue(() => hashOf(password)),
    async matches(password, storedHash) {
      decoyHash ??= hashOf(decoy)
      const against = storedHash ?? (await decoyHash)
      const same = await enqueue(() => verify(against, password))
      return same && typeof storedHash === 'string'
    },
  }
}
