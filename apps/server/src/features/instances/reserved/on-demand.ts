import type { Tx } from '../../../platform/ctx.ts'
import { putRentalPrice } from '../../market/index.ts'
import { bookUse } from '../book-use.ts'
import type { InstancesCtx } from '../ctx.ts'
import { updateInstance } from '../instances-store.ts'
import type { InstanceRow } from '../schema.ts'

/** Gives an instance that runs again after its reservation the price on demand; others keep theirs. */
export async function onDemand(tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const { reservation_id, on_demand_micro_usd_per_hour: price } = row
  if (reservation_id !== null || price === null) return row
  await putRentalPrice(tx, row.id, price)
  return updateInstance(tx, row.id, {
    running_micro_usd_per_hour: price,
    on_demand_micro_usd_per_hour: null,
  })
}

/** Books what an instance used at the price of its reservation, and goes on at the price on demand. */
export async function goOnDemand(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<InstanceRow> {
  const booked = await bookUse(ctx, tx, row)
  return onDemand(tx, await updateInstance(tx, booked.id, { reservation_id: null }))
}
