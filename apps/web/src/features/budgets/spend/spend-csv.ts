import type { SpendReport } from '@gridloom/contract/budgets/spend'
import { csvQuoted, csvText, csvUsd } from '../../../ui/format/csv.ts'
import { groupName } from './spend-series.ts'

/** One row per day and group with spend, oldest first. */
export function spendCsv({ by, groups, days }: SpendReport): string {
  const rows = days.flatMap(({ day, micro_usd: amounts }) =>
    groups.flatMap((group, at) => {
      const microUsd = amounts[at] ?? 0
      if (microUsd === 0) return []
      return [[day, csvQuoted(groupName(group, by)), group.id ?? '', csvUsd(microUsd)]]
    }),
  )
  return csvText([['day', by, 'id', 'usd'], ...rows])
}
