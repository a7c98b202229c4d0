import { dayOf } from '../../../browser/day-of.ts'

interface Dated {
  readonly changed_at: string
}

/** The items that were last changed in one period. */
export interface DayGroup<Item> {
  readonly name: string
  readonly items: readonly Item[]
}

const dayMs = 86_400_000
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

/**
 * Groups items that are sorted newest first: today, yesterday, the seven days before today, then by month, in the
 * reader's time zone. `today` is the start of their day, in milliseconds.
 */
export function byDay<Item extends Dated>(items: readonly Item[], today: number): DayGroup<Item>[] {
  const groups = Map.groupBy(items, ({ changed_at: at }) => nameOf(Date.parse(at), today))
  return [...groups].map(([name, group]) => ({ name, items: group }))
}

function nameOf(atMs: number, today: number): string {
  // Rounded, because a day with a clock change is an hour shorter or longer.
  const days = Math.round((today - dayOf(atMs)) / dayMs)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return days <= 7 ? 'Previous 7 days' : month.format(atMs)
}
