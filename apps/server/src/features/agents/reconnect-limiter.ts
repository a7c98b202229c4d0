import type { Clock } from '@gridloom/async/clock'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Rate, TokenBucket } from '@gridloom/domain/token-bucket'
import { connectRate, floodBackOff } from '../../platform/agent-link/bounds.ts'

/** Limits a machine that connects too often, or that was disconnected for a flood. */
export interface ReconnectLimiter {
  /**
   * Checks whether it may connect; counts nothing, as the caller is not authenticated yet. @throws Refused
   * `too_many_requests`
   */
  check(machineId: MachineId): void
  /** Counts a connection of an authenticated machine. @throws Refused `too_many_requests` */
  enter(machineId: MachineId): void
  /** Records that the machine was disconnected for flooding: its wait grows each time. */
  flooded(machineId: MachineId): void
  /** Forgets machines that have not connected recently. */
  sweep(): void
}

interface Known {
  readonly connects: TokenBucket
  floods: number
  barredUntilMs: number
  seenAtMs: number
}

export function createReconnectLimiter(clock: Clock, rate: Rate = connectRate): ReconnectLimiter {
  const machines = new Map<MachineId, Known>()

  function knownOf(machineId: MachineId): Known {
    const nowMs = clock.monotonicMs()
    const known = machines.get(machineId) ?? {
      connects: new TokenBucket(rate, nowMs),
      floods: 0,
      barredUntilMs: nowMs,
      seenAtMs: nowMs,
    }
    machines.set(machineId, known)
    known.seenAtMs = nowMs
    return known
  }

  function check(machineId: MachineId): void {
    const waitMs = (machines.get(machineId)?.barredUntilMs ?? 0) - clock.monotonicMs()
    if (waitMs > 0) throw tooMany(waitMs)
  }

  return {
    check,
    enter(machineId) {
      check(machineId)
      const waitMs = knownOf(machineId).connects.take(1, clock.monotonicMs())
      if (waitMs > 0) throw tooMany(waitMs)
    },
    flooded(machineId) {
      const known = knownOf(machineId)
      const { firstMs, longestMs } = floodBackOff
      known.barredUntilMs = known.seenAtMs + Math.min(longestMs, firstMs * 2 ** known.floods)
      known.floods += 1
    },
    sweep() {
      const sinceMs = clock.monotonicMs() - floodBackOff.forgottenMs
      for (const [machineId, { seenAtMs }] of machines)
        if (seenAtMs < sinceMs) machines.delete(machineId)
    },
  }
}

function tooMany(waitMs: number): Refused {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new Refused('too_many_requests', {
    details: { seconds },
    internal: `the machine connects too often or sent a flood: ${seconds} s to wait`,
  })
}
