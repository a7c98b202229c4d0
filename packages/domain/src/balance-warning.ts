import type { MicroUsd } from '@gridloom/contract/core/values'

/** When an account is warned that its balance runs out, in seconds of balance left, the last one first. */
export const balanceWarningsS = [3_600, 86_400, 604_800] as const
export type BalanceWarningS = (typeof balanceWarningsS)[number]

/** Above this multiple of a threshold the balance counts as beyond it again. */
const resetAbove = 1.25

/** The nearest warning of an account that was sent, and its funds (available and on hold) at that time. */
export interface SentWarning {
  readonly withinS: number
  readonly fundsMicroUsd: MicroUsd
}

export interface BalanceNow {
  /** Seconds until the balance runs out at the present spend rate; `null`: nothing is spent. */
  readonly leftS: number | null
  readonly fundsMicroUsd: MicroUsd
}

/**
 * Decides which warning an account gets now, and which counts as sent afterwards. Each is sent once on the way down. Only
 * new funds reset them, and only those that the balance then exceeds by a quarter: a changing spend rate repeats none.
 */
export function nextBalanceWarning(
  sent: SentWarning | null,
  { leftS, fundsMicroUsd }: BalanceNow,
): { send: BalanceWarningS | null; sent: SentWarning | null } {
  if (leftS === null) return { send: null, sent }
  const kept = sent !== null && fundsMicroUsd > sent.fundsMicroUsd ? afterFunds(sent, leftS) : sent
  const due = balanceWarningsS.find((withinS) => leftS <= withinS)
  if (due === undefined || (kept !== null && kept.withinS <= due)) return { send: null, sent: kept }
  return { send: due, sent: { withinS: due, fundsMicroUsd } }
}

/** The warning that still counts as sent after new funds. Its funds stay: the same funds reset nothing twice. */
function afterFunds(sent: SentWarning, leftS: number): SentWarning | null {
  const reached = balanceWarningsS.find((withinS) => leftS <= withinS * resetAbove)
  if (reached === undefined) return null
  return reached <= sent.withinS ? sent : { ...sent, withinS: reached }
}
