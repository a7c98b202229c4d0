import type { AutoTopUp, AutoTopUpSettings } from '@gridloom/contract/cards/auto-top-up'
import type { Cards } from '@gridloom/contract/cards/card'
import type { WrongFields } from '../../../ui/form/problem-at.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { amountProblem, isWholeCents } from '../amounts.ts'

/** The input of the settings. */
export interface TopUpDraft {
  readonly belowUsd: Usd
  readonly addUsd: Usd
  readonly monthUsd: Usd
}

export function draftOf(settings: AutoTopUp): TopUpDraft {
  return {
    belowUsd: usdOf(settings.below_micro_usd),
    addUsd: usdOf(settings.add_micro_usd),
    monthUsd: usdOf(settings.month_micro_usd_max),
  }
}

/** The settings as the API takes them. */
export function settingsOf({ belowUsd, addUsd, monthUsd }: TopUpDraft): AutoTopUpSettings {
  return {
    enabled: true,
    below_micro_usd: microUsdOf(belowUsd),
    add_micro_usd: microUsdOf(addUsd),
    month_micro_usd_max: microUsdOf(monthUsd),
  }
}

/** What is wrong with the fields, by their names in the API. */
export function topUpProblems(
  draft: TopUpDraft,
  limits: NonNullable<Cards['limits']>,
): WrongFields {
  const {
    below_micro_usd: below,
    add_micro_usd: add,
    month_micro_usd_max: month,
  } = settingsOf(draft)
  const found: [string, string | false | undefined][] = [
    ['below_micro_usd', !(below > 0 && isWholeCents(below)) && 'Enter an amount in whole cents'],
    ['add_micro_usd', amountProblem(draft.addUsd, limits)],
    [
      'month_micro_usd_max',
      !(month >= add && isWholeCents(month)) && 'Enter at least the amount of one top-up',
    ],
  ]
  return Object.fromEntries(
    found.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}
