import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Machine } from '@gridloom/contract/machines/machine'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { readEarned, readEarnedDays } from '../ledger/index.ts'
import { listSlotPrices } from '../market/index.ts'
import { listBenchmarks } from './benchmarks-store.ts'
import { listGpuBenchmarks } from './gpu-benchmarks-store.ts'
import { machineView } from './machine-view.ts'
import { listOwnedMachines, type MachineWithHeartbeat, ownsMachine } from './machines-store.ts'

/** Returns the caller's machines, oldest first. */
export async function listMachines(ctx: Ctx): Promise<Machine[]> {
  return showMachines(ctx, await listOwnedMachines(ctx.db, accountOf(ctx).accountId, 'all'))
}

/** Returns one of the caller's machines. @throws {Refused} not_found */
export async function readMachine(ctx: Ctx, id: MachineId): Promise<Machine> {
  const rows = await listOwnedMachines(ctx.db, accountOf(ctx).accountId, { id })
  const [machine] = await showMachines(ctx, rows)
  if (machine === undefined) throw noSuchMachine()
  return machine
}

/**
 * Requires that a machine is the caller's.
 * @throws {Refused} not_found
 */
export async function requireOwnMachine(ctx: Ctx, id: MachineId, db = ctx.db): Promise<void> {
  if (!(await ownsMachine(db, id, accountOf(ctx).accountId))) throw noSuchMachine()
}

export function noSuchMachine(): Refused {
  return new Refused('not_found', { details: { what: 'machine' } })
}

/** Returns the views of rows for their providers: five queries for any number. */
export async function showMachines(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  rows: readonly MachineWithHeartbeat[],
): Promise<Machine[]> {
  const now = ctx.clock.now()
  const ids = rows.map((row) => row.id)
  const [benchmarks, gpuBenchmarks, earned, earnedDays, slotPrices] = await Promise.all([
    listBenchmarks(ctx.db, ids),
    listGpuBenchmarks(ctx.db, ids),
    readEarned(ctx.db, ids),
    readEarnedDays(ctx.db, ids, now),
    listSlotPrices(ctx.db, ids),
  ])
  return rows.map((row) =>
    machineView(row, {
      benchmarks: benchmarks.get(row.id) ?? [],
      gpuBenchmarks: gpuBenchmarks.get(row.id) ?? [],
      earnedMicroUsd: earned.get(row.id) ?? 0,
      earnedDays: earnedDays.get(row.id) ?? [],
      earningMicroUsdPerHour: row.earning_micro_usd_per_hour,
      slotPrices: slotPrices.get(row.id) ?? [],
      now,
    }),
  )
}
