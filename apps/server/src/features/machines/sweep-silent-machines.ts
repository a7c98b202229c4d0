import { machineSilentAfterMs } from '@gridloom/contract/constants'
import type { Ctx } from '../../platform/ctx.ts'
import { hourIsRecorded, recordHours, takeSilentOffline } from './pulses-store.ts'

/**
 * Marks machines that have been silent for 30 s as offline and hides their offers; their next heartbeat
 * brings them back. Also notes, once an hour, how long each was heard. To be run every few seconds; any
 * number of replicas may.
 */
export async function sweepSilentMachines(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - machineSilentAfterMs)
  await ctx.transact(async (tx) => {
    const gone = await takeSilentOffline(tx, before)
    for (const { id, accountId } of gone) {
      await tx.tell({ topic: 'machine', accountId, subject: id })
    }
    if (gone.some((machine) => machine.hidden > 0)) {
      await tx.tell({ topic: 'offers', accountId: null, subject: '' })
    }
  })
  if (await hourIsRecorded(ctx.db, now)) return
  await ctx.transact((tx) => recordHours(tx, now))
}
