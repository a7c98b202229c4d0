import { Refused } from '@gridloom/contract/errors'
import { hash, verify } from '@node-rs/argon2'

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
const atOnceMax = 2
const waitingMax = 100

interface Options {
  cost: PasswordCost
  /** Any text that nobody can know; its hash is the decoy. */
  decoy: string
}

export function createPasswords({ cost, decoy }: Options): Passwords {
  const inTurn = createTurns({ atOnceMax, waitingMax })
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  let decoyHash: Promise<string> | undefined
  const hashOf = (password: string) => hash(password, options)
  return {
    hash: (password) => inTurn(() => hashOf(password)),
    async matches(password, storedHash) {
      decoyHash ??= hashOf(decoy)
      const against = storedHash ?? (await decoyHash)
      const same = await inTurn(() => verify(against, password))
      return same && typeof storedHash === 'string'
    },
  }
}

interface TurnLimits {
  atOnceMax: number
  waitingMax: number
}

/** Lets only so many run at once, first come first served, and refuses when the queue is full. */
export function createTurns({ atOnceMax, waitingMax }: TurnLimits) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax)
        throw new Refused('too_many_requests', { details: { seconds: 5 } })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The turn is handed on as it is: a newcomer cannot slip in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
