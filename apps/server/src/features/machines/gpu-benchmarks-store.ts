import type { MachineId } from '@gridloom/contract/core/ids'
import type { GpuBenchmark } from '@gridloom/contract/machines/gpu-benchmark'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MachineTables } from './schema.ts'

/** A stored figure. */
export interface StoredGpuFigure extends GpuBenchmark {
  /** From when on a figure of about this height has been shown. */
  since: string
}

/** Returns the newest figures of the GPUs of machines, by machine. */
export async function listGpuBenchmarks(
  db: Db,
  ids: readonly MachineId[],
): Promise<Map<MachineId, GpuBenchmark[]>> {
  const byMachine = new Map<MachineId, GpuBenchmark[]>(ids.map((id) => [id, []]))
  for (const { machine_id, since: _, ...figure } of await select(db, ids))
    byMachine.get(machine_id)?.push(figure)
  return byMachine
}

/** Returns the newest figures of the GPUs of one machine. */
export async function listGpuFigures(db: Db, id: MachineId): Promise<StoredGpuFigure[]> {
  return (await select(db, [id])).map(({ machine_id: _, ...figure }) => figure)
}

async function select(
  db: Db,
  ids: readonly MachineId[],
): Promise<(StoredGpuFigure & { machine_id: MachineId })[]> {
  if (ids.length === 0) return []
  const rows = await db
    .withTables<MachineTables>()
    .selectFrom('machine_gpu_benchmarks')
    .selectAll()
    .where('machine_id', 'in', [...ids])
    .orderBy('machine_id')
    .orderBy('gpu_uuid')
    .orderBy('kind')
    .execute()
  return rows.map(({ measured_at, since, ...row }) => ({
    ...row,
    measured_at: measured_at.toISOString(),
    since: since.toISOString(),
  }))
}

/** Returns the GPUs of a machine that were ever measured. */
export async function listMeasuredGpus(db: Db, id: MachineId): Promise<ReadonlySet<string>> {
  return new Set((await listGpuFigures(db, id)).map(({ gpu_uuid }) => gpu_uuid))
}

/** Replaces stored figures. */
export async function putGpuFigures(
  { db }: Tx,
  machineId: MachineId,
  figures: readonly StoredGpuFigure[],
): Promise<void> {
  if (figures.length === 0) return
  await db
    .withTables<MachineTables>()
    .insertInto('machine_gpu_benchmarks')
    .values(
      figures.map(({ measured_at, since, ...figure }) => ({
        ...figure,
        machine_id: machineId,
        measured_at: new Date(measured_at),
        since: new Date(since),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['machine_id', 'gpu_uuid', 'kind']).doUpdateSet((set) => ({
        value: set.ref('excluded.value'),
        measured_at: set.ref('excluded.measured_at'),
        since: set.ref('excluded.since'),
      })),
    )
    .execute()
}

/** Deletes the figures of GPUs that a machine has no more. */
export async function dropGpuFigures(
  { db }: Tx,
  machineId: MachineId,
  kept: readonly string[],
): Promise<void> {
  await db
    .withTables<MachineTables>()
    .deleteFrom('machine_gpu_benchmarks')
    .where('machine_id', '=', machineId)
    .where('gpu_uuid', 'not in', kept.length === 0 ? [''] : [...kept])
    .execute()
}
