import { canMoveGasless } from '@gridloom/domain/deposits/gasless-states'
import type { Updateable } from 'kysely'
import type { WatchCtx } from '../../ctx.ts'
import { publishDeposits } from '../../publish-deposits.ts'
import { lockPayment, updatePayment } from '../gasless-store.ts'
import type { GaslessRow, GaslessTables } from '../schema.ts'

type Change = Updateable<GaslessTables['gasless_payments']>

/** Changes a payment that is still as it was seen, and tells the pages of its account. */
export async function moveOn(ctx: WatchCtx, seen: GaslessRow, change: Change): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockPayment(tx, seen.id)
    if (row === undefined || row.settled_at !== null) return
    if (row.state !== seen.state || row.tx_nonce !== seen.tx_nonce || row.step !== seen.step) return
    const { state = row.state } = change
    if (state !== row.state && !canMoveGasless(row.state, state))
      throw new RangeError(`${row.id} cannot move from ${row.state} to ${state}`)
    await updatePayment(tx, row.id, change)
    if (state !== row.state) await publishDeposits(tx, row.chain_id, [row.account_id])
  })
}
