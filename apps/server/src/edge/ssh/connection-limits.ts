import type { Clock } from '@gridloom/async/clock'
import { type Rate, TokenBucket } from '@gridloom/domain/token-bucket'
import { callerNetwork } from '../../platform/http/network-of.ts'

/** Bounds connections before they authenticate, and those of an account after. */
export interface ConnectionLimits {
  /** Counts a new connection; `undefined` when its network has too many that have not authenticated. */
  enter(address: string): Entered | undefined
}

/** A counted connection. */
export interface Entered {
  /** Counts it as its account's from now on; returns whether the account may have one more. */
  authenticated(accountId: string): boolean
  isAuthenticated(): boolean
  /** Its client presented no key that opens anything. */
  failed(): void
  leave(): void
}

const pendingMaxPerNetwork = 20
const pendingMax = 1_000
const perAccountMax = 100
/** Failed connections of a network, after which others wait: 10,000 guesses take almost three hours. */
const failureRate: Rate = { burst: 60, perSecond: 1 }
const bucketsMax = 10_000

export function createConnectionLimits(clock: Clock): ConnectionLimits {
  const pending = createCounts()
  const accounts = createCounts()
  const failures = new Map<string, TokenBucket>()

  function bucketOf(network: string): TokenBucket {
    const known = failures.get(network) ?? new TokenBucket(failureRate, clock.monotonicMs())
    failures.delete(network)
    failures.set(network, known)
    if (failures.size > bucketsMax) failures.delete(failures.keys().next().value ?? network)
    return known
  }

  return {
    enter(address) {
      const network = callerNetwork(address)
      const isFull = pending.of(network) >= pendingMaxPerNetwork || pending.total() >= pendingMax
      if (isFull || failures.get(network)?.take(0, clock.monotonicMs())) return undefined
      pending.add(network)
      let account: string | undefined
      return {
        authenticated(accountId) {
          if (accounts.of(accountId) >= perAccountMax) return false
          pending.remove(network)
          accounts.add(accountId)
          account = accountId
          return true
        },
        isAuthenticated: () => account !== undefined,
        failed: () => void bucketOf(network).take(1, clock.monotonicMs()),
        leave() {
          if (account === undefined) pending.remove(network)
          else accounts.remove(account)
        },
      }
    },
  }
}

function createCounts() {
  const counts = new Map<string, number>()
  let total = 0
  return {
    of: (key: string) => counts.get(key) ?? 0,
    total: () => total,
    add(key: string) {
      total += 1
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    remove(key: string) {
      total -= 1
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
