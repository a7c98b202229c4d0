import type { MachineId } from '@gridloom/contract/core/ids'
import type { GpuBenchmark } from '@gridloom/contract/machines/gpu-benchmark'
import { rentableGpus } from '@gridloom/domain/slots'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { dropGpuFigures, listGpuFigures, putGpuFigures } from './gpu-benchmarks-store.ts'
import { gpusMeasured } from './machine-events.ts'
import { lockMachine } from './machines-store.ts'
import { publishMachine } from './publish-machine.ts'
import { refreshOffers } from './refresh-offers.ts'
import { takeGpuFigures } from './take-gpu-figures.ts'

/** Stores the figures of a machine's GPUs that are new and plausible, and updates the offers. */
export async function recordGpuBenchmarks(
  ctx: Ctx,
  machineId: MachineId,
  reported: readonly GpuBenchmark[],
): Promise<void> {
  if (reported.length === 0) return
  await ctx.transact((tx) => record(ctx, tx, { machineId, reported }))
}

async function record(
  ctx: Ctx,
  tx: Tx,
  { machineId, reported }: { machineId: MachineId; reported: readonly GpuBenchmark[] },
): Promise<void> {
  const machine = await lockMachine(tx, machineId)
  if (machine === undefined || machine.hardware === null) return
  const gpus = rentableGpus(machine.hardware)
  const stored = await listGpuFigures(tx.db, machineId)
  const taken = takeGpuFigures(reported, { gpus, stored, now: ctx.clock.now() })
  const { figures, implausible } = taken
  if (figures.length === 0 && implausible.length === 0) return
  if (implausible.length > 0)
    ctx.log.warn(
      { event: 'machine.figure_refused', machineId, implausible },
      'a machine reported figures that its GPUs cannot reach',
    )
  if (figures.length > 0) {
    await putGpuFigures(
      tx,
      machineId,
      figures.map(({ shown: _, ...figure }) => figure),
    )
    await dropGpuFigures(
      tx,
      machineId,
      gpus.map(({ uuid }) => uuid),
    )
    await refreshOffers(ctx, tx, machineId)
    await publishMachine(tx, machine.account_id, machineId)
  }
  const payload = {
    machine_id: machineId,
    figures: figures.map(({ since: _, ...figure }) => figure),
    implausible,
  }
  await recordEvents(ctx, tx, [
    gpusMeasured.of({ subject: machineId, accountId: machine.account_id, payload }),
  ])
}
