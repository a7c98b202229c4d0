import type { SpendReport } from '@gridloom/contract/budgets/spend'
import type { SpentRow } from './spend-store.ts'

/** Arranges sums by group and day: groups highest first, and each requested day with an amount for each group. Pure. */
export function groupSpend(
  rows: readonly SpentRow[],
  days: readonly string[],
): Pick<SpendReport, 'groups' | 'days' | 'total_micro_usd'> {
  const byGroup = Map.groupBy(rows, ({ id }) => id)
  const groups = [...byGroup]
    .map(([id, ofGroup]) => ({
      id,
      name: ofGroup[0]?.name ?? '',
      micro_usd: ofGroup.reduce((sum, { microUsd }) => sum + microUsd, 0),
    }))
    .toSorted((one, other) => other.micro_usd - one.micro_usd || order(one.id, other.id))
  const amounts = new Map(rows.map((row) => [`${row.day} ${row.id}`, row.microUsd]))
  return {
    groups,
    days: days.map((day) => ({
      day,
      micro_usd: groups.map(({ id }) => amounts.get(`${day} ${id}`) ?? 0),
    })),
    total_micro_usd: groups.reduce((sum, { micro_usd }) => sum + micro_usd, 0),
  }
}

function order(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : 1
}
