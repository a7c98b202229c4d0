import { exhaustionWarningsS } from '@gridloom/contract/core/constants'
import type { Balance } from '@gridloom/contract/ledger/balance'

/** A balance extrapolated to now by its spend rate. */
export interface BalanceNow {
  /** Available plus held, never below zero. */
  leftMicroUsd: number
  /** Seconds until it is used up; `null` while nothing is charged. */
  lastsS: number | null
  /** `low` within the last hour, `out` within the last ten minutes. */
  level: 'fine' | 'low' | 'out'
}

/** Extrapolates the balance between two updates of the server, so that it changes continuously. */
export function balanceAt(balance: Balance, nowMs: number): BalanceNow {
  const elapsedS = Math.max(0, (nowMs - Date.parse(balance.as_of)) / 1000)
  const burnedMicroUsd = (balance.spend_rate_micro_usd_per_hour * elapsedS) / 3_600
  const lastsS = balance.lasts_s === null ? null : Math.max(0, balance.lasts_s - elapsedS)
  return {
    leftMicroUsd: Math.max(
      0,
      Math.round(balance.available_micro_usd + balance.held_micro_usd - burnedMicroUsd),
    ),
    lastsS,
    level: levelOf(lastsS),
  }
}

function levelOf(lastsS: number | null): BalanceNow['level'] {
  const [lowS, outS] = exhaustionWarningsS
  if (lastsS === null || lastsS > lowS) return 'fine'
  return lastsS > outS ? 'low' : 'out'
}
