import type { Renting, SpendGroup } from '@gridloom/contract/dashboard/dashboard'
import { spendGroupsMax } from '@gridloom/contract/dashboard/dashboard'
import { Product } from '@gridloom/contract/ledger/line'
import type { LabelDay } from './spend-store.ts'

/** Labels that are told apart: the rest of them, and each other product, take one group each. */
const labelsMax = spendGroupsMax - Product.options.length

/**
 * Groups charges by label of instances and by product, the highest first. Every charge of the days is in exactly one
 * group, so that the amounts of a day add up to what was charged on it, less its credits.
 */
export function groupSpend(
  rows: readonly LabelDay[],
  days: readonly string[],
): Pick<Renting, 'groups' | 'days'> {
  const within = rows.filter(({ day, microUsd }) => microUsd !== 0 && days.includes(day))
  const named = labelsOf(within)
  const sums = new Map<string, { group: SpendGroup; byDay: Map<string, number> }>()
  for (const row of within) {
    const { key, group } = groupOf(row, named)
    const sum = sums.get(key) ?? { group, byDay: new Map<string, number>() }
    sum.byDay.set(row.day, (sum.byDay.get(row.day) ?? 0) + row.microUsd)
    sum.group.micro_usd += row.microUsd
    sums.set(key, sum)
  }
  const groups = [...sums.values()].toSorted(
    (one, other) => other.group.micro_usd - one.group.micro_usd,
  )
  return {
    groups: groups.map(({ group }) => group),
    days: days.map((day) => ({
      day,
      micro_usd: groups.map(({ byDay }) => byDay.get(day) ?? 0),
    })),
  }
}

/** The labels with the highest charges. */
function labelsOf(rows: readonly LabelDay[]): ReadonlySet<string> {
  const sums = new Map<string, number>()
  for (const { label, microUsd } of rows)
    if (label !== null && label !== '') sums.set(label, (sums.get(label) ?? 0) + microUsd)
  const highest = [...sums].toSorted(([, one], [, other]) => other - one).slice(0, labelsMax)
  return new Set(highest.map(([label]) => label))
}

function groupOf(
  { product, label }: LabelDay,
  named: ReadonlySet<string>,
): { key: string; group: SpendGroup } {
  const group = { product, label: null, micro_usd: 0 }
  if (product !== 'compute') return { key: product, group: { ...group, kind: 'product' } }
  if (label === null || !named.has(label)) return { key: 'rest', group: { ...group, kind: 'rest' } }
  return { key: `label ${label}`, group: { ...group, kind: 'label', label } }
}
