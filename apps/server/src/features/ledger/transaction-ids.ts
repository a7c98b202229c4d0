import { ulid } from '../../platform/ids.ts'

/** Transaction ids sort by age; both ends as text. */
export interface IdRange {
  readonly from: string
  /** Exclusive. */
  readonly before: string
}

/** An id is made within moments of its transaction's time, so a second more on both sides misses none. */
const slackMs = 1_000
const dayMs = 86_400_000
const lowest = Buffer.alloc(10)

/** Returns a range that has the ids of all transactions of a period, and of a second around it. */
export function idsOfPeriod({
  from,
  to,
}: {
  from: Date | undefined
  to: Date | undefined
}): IdRange {
  return {
    from: from === undefined ? 'trx_' : idAt(from.getTime() - slackMs),
    before: to === undefined ? 'trx_z' : idAt(to.getTime() + slackMs),
  }
}

/** Returns the range of the ids that were made on a UTC day, such as `2026-11-28`. */
export function idsOfDay(day: string): IdRange {
  const from = Date.parse(day)
  return { from: idAt(from), before: idAt(from + dayMs) }
}

function idAt(timeMs: number): string {
  return `trx_${ulid(Math.max(0, timeMs), lowest)}`
}
