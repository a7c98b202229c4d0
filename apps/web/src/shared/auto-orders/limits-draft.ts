import {
  type AutoOrder,
  autoOrderDaysMax,
  autoOrderDaysUsual,
  autoOrderInstancesMax,
} from '@gridloom/contract/auto-orders/auto-order'
import { parseOfferQuery } from '@gridloom/domain/market/parse-query'
import type { WrongFields } from '../../ui/form/problem-at.ts'
import { numberOf, numberOrNull, type TypedNumber } from '../../ui/form/typed.ts'
import { microUsdOf, type Usd, usdOf } from '../../ui/format/usd.ts'

const dayMs = 24 * 60 * 60 * 1_000

export const autoOrderNameCharsMax = 80

/** The input of the limits of an automatic order. */
export interface LimitsDraft {
  readonly name: string
  readonly query: string
  readonly maxPriceUsd: Usd
  readonly instancesMax: TypedNumber
  /** Empty: no limit. */
  readonly runningMax: TypedNumber
  readonly budgetUsd: Usd
  /** From now. */
  readonly days: TypedNumber
}

export function newLimits(name: string, query: string): LimitsDraft {
  const short = name.length > autoOrderNameCharsMax ? `${name.slice(0, 79)}…` : name
  return {
    ...{ name: short, query, maxPriceUsd: '', instancesMax: 1, runningMax: '', budgetUsd: '' },
    days: autoOrderDaysUsual,
  }
}

export function limitsOf(order: AutoOrder, nowMs: number): LimitsDraft {
  const { budget_micro_usd: budget } = order
  const leftDays = Math.ceil((Date.parse(order.ends_at) - nowMs) / dayMs)
  return {
    name: order.name,
    query: order.query,
    maxPriceUsd: usdOf(order.max_price_micro_usd_per_hour),
    instancesMax: order.instances_max,
    runningMax: order.running_max ?? '',
    budgetUsd: budget === null ? '' : usdOf(budget),
    days: leftDays > 0 ? leftDays : autoOrderDaysUsual,
  }
}

/** Returns what is wrong with the fields, by their names in the API. */
export function limitProblems(draft: LimitsDraft): WrongFields {
  const { problem } = parseOfferQuery(draft.query)
  const found: [string, string | false | undefined][] = [
    ['name', draft.name.trim() === '' && 'Name is required'],
    ['query', problem && `Cannot be read: ${problem.text}`],
    ['max_price_micro_usd_per_hour', microUsdOf(draft.maxPriceUsd) < 1 && 'Enter your price'],
    [
      'instances_max',
      !isWhole(draft.instancesMax, autoOrderInstancesMax) && wholeUpTo(autoOrderInstancesMax),
    ],
    [
      'running_max',
      draft.runningMax !== '' &&
        !isWhole(draft.runningMax, autoOrderInstancesMax) &&
        wholeUpTo(autoOrderInstancesMax),
    ],
    ['ends_at', !isWhole(draft.days, autoOrderDaysMax) && wholeUpTo(autoOrderDaysMax)],
  ]
  return Object.fromEntries(
    found.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}

function isWhole(typed: TypedNumber, most: number): boolean {
  const value = numberOf(typed)
  return Number.isInteger(value) && value >= 1 && value <= most
}

function wholeUpTo(most: number): string {
  return `Enter a whole number from 1 to ${most}`
}

/** The limits as the API takes them; call it where {@link limitProblems} finds none. */
export function toLimits(draft: LimitsDraft, nowMs: number) {
  return {
    name: draft.name.trim(),
    query: draft.query,
    max_price_micro_usd_per_hour: microUsdOf(draft.maxPriceUsd),
    instances_max: numberOf(draft.instancesMax),
    running_max: numberOrNull(draft.runningMax),
    budget_micro_usd: draft.budgetUsd === '' ? null : microUsdOf(draft.budgetUsd),
    ends_at: new Date(nowMs + numberOf(draft.days) * dayMs).toISOString(),
  }
}
