import type { MachineId } from '@gridloom/contract/core/ids'
import type { Benchmark, BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MachineTables } from './schema.ts'

/** Replaces the stored figures of each kind by newer ones. Returns whether any of them changed. */
export async function putBenchmarks(
  { db }: Tx,
  machineId: MachineId,
  benchmarks: readonly Benchmark[],
): Promise<boolean> {
  if (benchmarks.length === 0) return false
  const rows = await db
    .withTables<MachineTables>()
    .insertInto('machine_benchmarks')
    .values(
      benchmarks.map(({ kind, value, measured_at, under_load }) => ({
        machine_id: machineId,
        kind,
        value,
        measured_at: new Date(measured_at),
        under_load: under_load ?? false,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['machine_id', 'kind'])
        .doUpdateSet((set) => ({
          value: set.ref('excluded.value'),
          measured_at: set.ref('excluded.measured_at'),
          under_load: set.ref('excluded.under_load'),
        }))
        .whereRef('excluded.measured_at', '>', 'machine_benchmarks.measured_at'),
    )
    .returning('kind')
    .execute()
  return rows.length > 0
}

/** Returns the newest figure of each kind, by machine. */
export async function listBenchmarks(
  db: Db,
  ids: readonly MachineId[],
): Promise<Map<MachineId, Benchmark[]>> {
  const byMachine = new Map<MachineId, Benchmark[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return byMachine
  const rows = await db
    .withTables<MachineTables>()
    .selectFrom('machine_benchmarks')
    .selectAll()
    .where('machine_id', 'in', [...ids])
    .orderBy('kind')
    .execute()
  for (const { machine_id, kind, value, measured_at, under_load } of rows) {
    const benchmark = { kind, value, measured_at: measured_at.toISOString(), under_load }
    byMachine.get(machine_id)?.push(benchmark)
  }
  return byMachine
}

/** Returns one figure of a machine, rounded; 0 when it was never measured. */
export function figureOf(benchmarks: readonly Benchmark[], kind: BenchmarkKind): number {
  return Math.round(benchmarks.find((benchmark) => benchmark.kind === kind)?.value ?? 0)
}
