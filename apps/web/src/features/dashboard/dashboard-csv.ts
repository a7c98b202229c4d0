import type { Hosting, Renting } from '@gridloom/contract/dashboard/dashboard'
import { csvQuoted, csvText, csvUsd } from '../../ui/format/csv.ts'
import { groupName } from './renting/group-words.ts'

/** Earnings and use of slots by day. */
export function hostingCsv({ days }: Hosting): string {
  return csvText([
    ['day', 'earned_usd', 'slot_hours', 'rented_slot_hours'],
    ...days.map((day) => [
      day.day,
      csvUsd(day.earned_micro_usd),
      day.slot_hours.toFixed(2),
      day.rented_slot_hours.toFixed(2),
    ]),
  ])
}

/** Spending by day and group, one row each; days without spending in a group are left out. */
export function spendCsv({ groups, days }: Renting): string {
  const rows = days.flatMap(({ day, micro_usd }) =>
    groups.flatMap((group, at) => {
      const amount = micro_usd[at] ?? 0
      return amount === 0 ? [] : [[day, group.product, csvQuoted(groupName(group)), csvUsd(amount)]]
    }),
  )
  return csvText([['day', 'product', 'label', 'spent_usd'], ...rows])
}
