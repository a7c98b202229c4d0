import type { Clock } from '@gridloom/async/clock'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { InstanceContext } from '../context.ts'
import type { EnsureEgress, Isolation } from './apply.ts'

export interface Guard {
  /** Installs or verifies the rules. Never throws: `isolation` returns the reason where they are missing. */
  check(): Promise<void>
  /** Checks before a container starts, unless a check is recent. Throws `RuntimeFailure` without the rules. */
  require(signal: AbortSignal): Promise<void>
  isolation(): Isolation
  /** Calls back when the isolation changes; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

/** How long a check is valid: an order's container and network are created meanwhile. */
const goodForMs = 1_000

/**
 * Keeps containers out of private networks, and logs once when that changes. A check is aborted only when the agent
 * ends: a caller may stop waiting for it.
 */
export function createGuard(
  { log, clock }: Pick<InstanceContext, 'log'> & { clock: Pick<Clock, 'monotonicMs'> },
  life: AbortSignal,
  isolate: EnsureEgress,
): Guard {
  let current: Isolation = { kind: 'partial', reason: 'not checked yet' }
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function take(next: Isolation): void {
    const isNew = JSON.stringify(next) !== JSON.stringify(current)
    current = next
    lookedAtMs = clock.monotonicMs()
    if (!isNew) return
    if (next.kind === 'full')
      log.info({ event: 'isolation.established' }, 'containers are kept out of private networks')
    else
      log.warn(
        { event: 'isolation.failed', reason: next.reason },
        'containers may reach the network of this machine',
      )
    for (const listener of listeners) listener()
  }

  async function look(): Promise<void> {
    try {
      take(await isolate(life))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      take({ kind: 'partial', reason })
    }
  }

  function check(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  return {
    check,
    require: async (signal) => {
      if (current.kind === 'partial' || clock.monotonicMs() - lookedAtMs > goodForMs) {
        await check()
      }
      signal.throwIfAborted()
      if (current.kind === 'full') return
      throw new RuntimeFailure('not_isolated', waitingText, { retry: 'later' })
    },
    isolation: () => current,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const waitingText =
  'The machine is not isolated right now: its firewall rules are not in place. The instance starts once they are restored.'
