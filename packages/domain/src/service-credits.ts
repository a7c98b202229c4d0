import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'
import { creditTerms, type ServiceCredit } from '@gridloom/contract/ledger/service-credit'
import { assertNever } from './assert-never.ts'
import { formatDuration } from './format-duration.ts'
import { chargeFor, multiplyDivide } from './money.ts'

/** A credit for time: its seconds, and its amount before the limit of what the rental has cost. */
export interface TimeCredit {
  readonly seconds: number
  readonly microUsd: MicroUsd
}

/** The credit for a start that took `tookS` seconds; `null` for one within the promise. Pure. */
export function slowStartCredit(
  tookS: number,
  microUsdPerHour: MicroUsdPerHour,
): TimeCredit | null {
  const { promisedS, paidS } = creditTerms.slowStart
  return timeCredit(Math.floor(tookS) - promisedS, { paidS, microUsdPerHour })
}

/** The credit for an outage of `outS` seconds; `null` for one that is too short. Pure. */
export function outageCredit(outS: number, microUsdPerHour: MicroUsdPerHour): TimeCredit | null {
  const { fromS, paidS } = creditTerms.outage
  if (outS < fromS) return null
  return timeCredit(Math.floor(outS), { paidS, microUsdPerHour })
}

function timeCredit(
  seconds: number,
  { paidS, microUsdPerHour }: { paidS: number; microUsdPerHour: MicroUsdPerHour },
): TimeCredit | null {
  if (seconds <= 0) return null
  const microUsd = chargeFor(microUsdPerHour, Math.min(seconds, paidS))
  return microUsd === 0 ? null : { seconds, microUsd }
}

/** By how many whole percent a figure is below the advertised one; 0 where it is not. Pure. */
export function shortfallPercent(advertised: number, measured: number): number {
  if (advertised <= 0 || measured >= advertised) return 0
  return Math.floor(100 - (100 * measured) / advertised)
}

/** The credit for a figure below the advertised one: its share of what the rental has cost; `null` up to 10 %. Pure. */
export function shortfallCredit(percent: number, costMicroUsd: MicroUsd): MicroUsd | null {
  if (percent <= creditTerms.belowAdvertised.fromPercent) return null
  const microUsd = Math.floor((costMicroUsd * Math.min(percent, 100)) / 100)
  return microUsd === 0 ? null : microUsd
}

/**
 * The credit for a GPU below the advertised figure: its share of the price of a day, which is paid as the same share of
 * each charge; `null` up to 10 %. Pure.
 */
export function slowGpuCredit(percent: number, microUsdPerHour: MicroUsdPerHour): MicroUsd | null {
  const { fromPercent, paidS } = creditTerms.slowGpu
  if (percent <= fromPercent) return null
  const microUsd = shareOf(chargeFor(microUsdPerHour, paidS), percent)
  return microUsd === 0 ? null : microUsd
}

/** What may be paid of a credit so far, of the charges so far. Pure. */
export function payableOf(
  { reason, percent }: Pick<ServiceCredit, 'reason' | 'percent'>,
  chargedMicroUsd: MicroUsd,
): MicroUsd {
  return reason === 'slow_gpu' ? shareOf(chargedMicroUsd, percent ?? 0) : chargedMicroUsd
}

function shareOf(microUsd: MicroUsd, percent: number): MicroUsd {
  return multiplyDivide(microUsd, Math.min(percent, 100), 100n)
}

/** A credit as one sentence, the same on the receipt, in the statement and for the provider. Pure. */
export function creditSentence({
  reason,
  seconds,
  percent,
}: Pick<ServiceCredit, 'reason' | 'seconds' | 'percent'>): string {
  const time = formatDuration(seconds ?? 0)
  switch (reason) {
    case 'slow_start':
      return `Credit: the start took ${time} longer than promised.`
    case 'outage':
      return `Credit: the machine was offline for ${time}.`
    case 'below_advertised':
      return `Credit: the machine measured ${percent ?? 0} % below what it advertised.`
    case 'slow_gpu':
      return `Credit: a GPU measured ${percent ?? 0} % below what it was offered with.`
    default:
      return assertNever(reason)
  }
}
