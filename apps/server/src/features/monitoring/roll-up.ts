import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { deleteHoursBefore, listUnrolled, rollUpHours } from './hours-store.ts'

const hourMs = 3_600_000
/** A day more than histories show. */
const keptMs = 31 * 24 * hourMs
/** Machines of one transaction. */
const batch = 200

/** Sums up the samples of hours that are over, machine by machine, and deletes hours that no page shows any more. */
export async function rollUp(ctx: Ctx): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const before = new Date(nowMs - (nowMs % hourMs))
  let after: MachineId | '' = ''
  for (;;) {
    const ids: MachineId[] = await listUnrolled(ctx.db, { before, after, limit: batch })
    const last = ids.at(-1)
    if (last === undefined) break
    await ctx.transact((tx) => rollUpHours(tx, ids, before))
    after = last
  }
  await ctx.transact((tx) => deleteHoursBefore(tx, new Date(nowMs - keptMs)))
}
