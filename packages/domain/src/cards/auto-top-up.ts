import type { AutoTopUpStop } from '@gridloom/contract/cards/auto-top-up'
import type { MicroUsd } from '@gridloom/contract/core/values'

export interface TopUpNeed {
  readonly enabled: boolean
  readonly stopped: AutoTopUpStop | null
  readonly retryAt: Date | null
  readonly belowMicroUsd: MicroUsd
  readonly addMicroUsd: MicroUsd
  readonly monthMicroUsdMax: MicroUsd
  /** Charged, or being charged, since the month began. */
  readonly monthUsedMicroUsd: MicroUsd
  /** The spendable balance, below zero by debt. */
  readonly haveMicroUsd: MicroUsd
  /** Whether an earlier charge has not ended. */
  readonly isCharging: boolean
}

export type TopUpDecision = 'charge' | 'month_limit' | 'none'

/** Whether a card is charged now. A charge that would exceed the month's limit is not made, not even in part. */
export function decideTopUp(need: TopUpNeed, now: Date): TopUpDecision {
  if (!need.enabled || need.stopped !== null || need.isCharging) return 'none'
  if (need.retryAt !== null && need.retryAt > now) return 'none'
  if (need.haveMicroUsd >= need.belowMicroUsd) return 'none'
  const after = need.monthUsedMicroUsd + need.addMicroUsd
  return after > need.monthMicroUsdMax ? 'month_limit' : 'charge'
}

const hourMs = 60 * 60_000
/** The pauses after the first and second decline; the third stops. */
const pausesMs = [hourMs, 6 * hourMs]

/** The state after a decline. Banks count attempts: three are made. */
export function afterDecline(
  declines: number,
  now: Date,
): { declines: number; retryAt: Date | null; stopped: AutoTopUpStop | null } {
  const pauseMs = pausesMs[declines]
  if (pauseMs === undefined) return { declines: declines + 1, retryAt: null, stopped: 'declined' }
  return { declines: declines + 1, retryAt: new Date(now.getTime() + pauseMs), stopped: null }
}

/** The first moment of the month, in UTC. */
export function monthBegin(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
}
