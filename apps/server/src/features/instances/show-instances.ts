import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../../platform/ctx.ts'
import { readInstanceMoney } from '../ledger/index.ts'
import { machineFacts } from '../machines/index.ts'
import { listMounts } from '../volumes/index.ts'
import { instanceView } from './instance-view.ts'
import type { InstanceRow } from './schema.ts'

/** Returns the views of rows for their renter, with machine names, holds and volumes: three queries for any number. */
export async function showInstances(ctx: Ctx, rows: readonly InstanceRow[]): Promise<Instance[]> {
  const [machines, money, mounts] = await Promise.all([
    machineFacts(
      ctx.db,
      rows.map((row) => row.machine_id),
    ),
    readInstanceMoney(
      ctx.db,
      rows.map((row) => row.id),
    ),
    listMounts(
      ctx.db,
      rows.map((row) => row.id),
    ),
  ])
  return rows.map((row) =>
    instanceView(row, {
      machineName: machines.get(row.machine_id)?.name ?? 'removed machine',
      money: money.get(row.id) ?? { heldMicroUsd: 0, chargedMicroUsd: 0 },
      volumes: mounts.filter(({ instanceId }) => instanceId === row.id),
      now: ctx.clock.now(),
    }),
  )
}

/** Returns the view of one row for its renter. */
export async function showInstance(ctx: Ctx, row: InstanceRow): Promise<Instance> {
  const [view] = await showInstances(ctx, [row])
  if (view === undefined) throw new RangeError('one row makes one view')
  return view
}
