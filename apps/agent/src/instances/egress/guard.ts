import type { KeeperContext } from '../context.ts'
import type { Isolation } from './apply.ts'

export interface Guard {
  /** Puts the rules in place or finds them there. Never throws: a machine without them says so. */
  check(signal: AbortSignal): Promise<void>
  isolation(): Isolation
}

/** Keeps containers out of private networks, and says once when that changes. */
export function createGuard(
  { log }: Pick<KeeperContext, 'log'>,
  isolate: (signal: AbortSignal) => Promise<Isolation>,
): Guard {
  let current: Isolation = { kind: 'partial', reason: 'not looked at yet' }

  function take(next: Isolation): void {
    const isNew = JSON.stringify(next) !== JSON.stringify(current)
    current = next
    if (!isNew) return
    if (next.kind === 'full') log.info({}, 'containers are kept out of private networks')
    else log.warn({ reason: next.reason }, 'containers may reach the network of this machine')
  }

  return {
    check: async (signal) => {
      try {
        take(await isolate(signal))
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        take({ kind: 'partial', reason })
      }
    },
    isolation: () => current,
  }
}
