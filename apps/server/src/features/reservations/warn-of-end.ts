import { formatUtc } from '@gridloom/domain/utc-time'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { publishNotice } from '../notices/index.ts'
import { factsOf, reservationEnding } from './reservation-events.ts'
import { updateReservation } from './reservations-store.ts'
import { inSlots } from './reserved-terms.ts'
import type { SettlingCtx, Watched } from './settle-days.ts'

/** When the end is announced, in seconds before it, the last one first. */
const warnings = [
  { withinS: 3_600, words: 'an hour' },
  { withinS: 86_400, words: 'a day' },
] as const

const ends = {
  stop: 'Instances that run on its slots will stop then, and their disks are kept.',
  continue: 'Instances that run on its slots continue at the price on demand.',
} as const

/** Tells the account of a reservation whose row is locked that it ends, a day and an hour before. */
export async function warnOfEnd(
  ctx: SettlingCtx,
  tx: Tx,
  { row, machine }: Watched,
): Promise<void> {
  const leftMs = row.ends_at.getTime() - ctx.clock.now().getTime()
  const due = warnings.find(({ withinS }) => leftMs <= withinS * 1_000)
  if (due === undefined || (row.warned_s !== null && row.warned_s <= due.withinS)) return
  const { id, account_id: accountId, at_end } = row
  const payload = { ...factsOf(row), at_end, within_s: due.withinS }
  await updateReservation(tx, id, { warned_s: due.withinS })
  await recordEvents(ctx, tx, [reservationEnding.of({ subject: id, accountId, payload })])
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `reservation_ending:${id}:${due.withinS}`,
      level: 'warning',
      text: `Your reservation of ${inSlots(row.slots)} on ${machine.name} ends within ${due.words}, at ${formatUtc(row.ends_at)}. ${ends[at_end]}`,
    },
    mail: {
      kind: 'instance_alerts',
      subject: `Your reservation on ${machine.name} ends within ${due.words}`,
    },
  })
}
