import { publishNotice } from '../notices/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { lockDisksExpired } from './instances-store.ts'
import { sendSpecSoon } from './send-spec.ts'
import { setDesiredState } from './set-desired-state.ts'

const text =
  'The balance or a budget ran out, and the 48 hours for which the disk was kept have passed.'

/** Destroys instances whose free disk retention has ended. Returns how many. */
export async function expireDisks(ctx: InstancesCtx): Promise<number> {
  const expired = await ctx.transact(async (tx) => {
    const rows = await lockDisksExpired(tx, ctx.clock.now())
    for (const row of rows) {
      const reason = JSON.stringify({ code: 'disk_expired', text, exit_code: null })
      await setDesiredState(ctx, tx, row, { desired: 'destroyed', reason })
      await publishNotice(ctx, tx, {
        accountId: row.account_id,
        notice: {
          key: `disk_expired:${row.id}`,
          level: 'error',
          text: `${row.label} was destroyed. ${text}`,
          instance_id: row.id,
        },
        mail: { kind: 'balance_low', subject: `${row.label} was destroyed` },
      })
    }
    return rows
  })
  for (const row of expired) sendSpecSoon(ctx, row.id)
  return expired.length
}
