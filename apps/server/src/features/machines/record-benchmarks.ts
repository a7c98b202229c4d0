import type { MachineId } from '@gridloom/contract/core/ids'
import type { Benchmark, BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { listBenchmarks, putBenchmarks } from './benchmarks-store.ts'
import { machineMeasured } from './machine-events.ts'
import { lockMachine } from './machines-store.ts'
import { publishMachine } from './publish-machine.ts'
import { refreshOffers } from './refresh-offers.ts'

/** Kinds that the server measures; an agent's own figures for them are ignored. */
const measuredHere: ReadonlySet<BenchmarkKind> = new Set([
  'network_down_mbps',
  'network_up_mbps',
  'network_rtt_ms',
])

/** Returns the figures that an agent may report of its machine. */
export function agentsOwn(benchmarks: readonly Benchmark[]): Benchmark[] {
  return benchmarks.filter((benchmark) => !measuredHere.has(benchmark.kind))
}

/** Stores figures and updates the offers. */
export async function recordBenchmarks(
  ctx: Ctx,
  machineId: MachineId,
  benchmarks: readonly Benchmark[],
): Promise<void> {
  await ctx.transact((tx) => takeBenchmarks(ctx, tx, machineId, benchmarks))
}

async function takeBenchmarks(
  ctx: Ctx,
  tx: Tx,
  machineId: MachineId,
  benchmarks: readonly Benchmark[],
): Promise<void> {
  const machine = await lockMachine(tx, machineId)
  if (machine === undefined) return
  const before = (await listBenchmarks(tx.db, [machineId])).get(machineId) ?? []
  if (!(await putBenchmarks(tx, machineId, benchmarks))) return
  await refreshOffers(ctx, tx, machineId)
  await publishMachine(tx, machine.account_id, machineId)
  const figures = benchmarks.map((figure) => ({
    ...figure,
    under_load: figure.under_load ?? false,
    before: before.find(({ kind }) => kind === figure.kind) ?? null,
  }))
  const payload = { machine_id: machineId, figures }
  await recordEvents(ctx, tx, [
    machineMeasured.of({ subject: machineId, accountId: machine.account_id, payload }),
  ])
}
