import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../../platform/fair-queue.ts'

/** The cost of one hash. */
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
  /** Returns the PHC string to store. @throws Refused `too_many_requests` when the queue is full */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the stored one. Without a stored hash the same work is done on a decoy, so
   * that an unknown account takes as long as a wrong password. @throws Refused `too_many_requests`
   */
  matches(password: string, storedHash: string | null | undefined): Promise<boolean>
}

/** Two at once use both cores of a small machine and 38 MiB; the queue bounds the waiting time. */
const queueLimits = { concurrency: 2, waitingMax: 100 }

interface PasswordHasherOptions {
  cost: PasswordCost
  /** A secret text whose hash is the decoy. */
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
