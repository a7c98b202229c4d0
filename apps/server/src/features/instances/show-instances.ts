import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../../platform/ctx.ts'
import { readInstanceMoney, readProjects } from '../ledger/index.ts'
import { machineFacts } from '../machines/index.ts'
import { listMounts } from '../volumes/index.ts'
import { instanceView } from './instance-view.ts'
import type { InstanceRow } from './schema.ts'

/** Returns the views of rows for their renter, with machine names, holds, projects and volumes: four queries for any number. */
export async function showInstances(ctx: Ctx, rows: readonly InstanceRow[]): Promise<Instance[]> {
  const ids = rows.map((row) => row.id)
  const [machines, money, projects, mounts] = await Promise.all([
    machineFacts(
      ctx.db,
      rows.map((row) => row.machine_id),
    ),
    readInstanceMoney(ctx.db, ids),
    readProjects(ctx.db, ids),
    listMounts(ctx.db, ids),
  ])
  return rows.map((row) =>
    instanceView(row, {
      machineName: machines.get(row.machine_id)?.name ?? 'removed machine',
      money: money.get(row.id) ?? { heldMicroUsd: 0, chargedMicroUsd: 0 },
      project: projects.get(row.id) ?? null,
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
