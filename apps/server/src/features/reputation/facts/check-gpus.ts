import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { listMeasuredGpus } from '../../machines/index.ts'
import { listGpuHolders } from '../../market/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { beginGpuCheck, type GpuCheck, listAskedChecks } from './gpu-checks-store.ts'

const callMs = 10_000
/** Later, the renter's program uses its GPUs. */
const askedWithinMs = 60_000
const atOnce = 20

/**
 * Has the GPUs of rentals that just began measured again, as far as they were ever measured: a renter whose GPUs had no
 * figure was promised none. The agent leaves those out that are in use already. A measurement that fails is no fact.
 */
export async function checkGpus(ctx: ReputationCtx, signal: AbortSignal): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - askedWithinMs)
  for (const check of await listAskedChecks(ctx.db, since, atOnce)) {
    if (signal.aborted) return
    if (!ctx.agents.connected(check.machineId)) continue
    const now = ctx.clock.now()
    const isOurs = await ctx.transact((tx) => beginGpuCheck(tx, check.instanceId, now))
    if (isOurs) await measure(ctx, check, signal)
  }
}

async function measure(
  ctx: ReputationCtx,
  { instanceId, machineId }: GpuCheck,
  signal: AbortSignal,
): Promise<void> {
  const measured = await listMeasuredGpus(ctx.db, machineId)
  const held = await listGpuHolders(ctx.db, machineId)
  const uuids = held
    .filter((holder) => holder.instanceId === instanceId && measured.has(holder.gpuUuid))
    .map(({ gpuUuid }) => gpuUuid)
  if (uuids.length === 0) return
  try {
    const request = { gpu_uuids: uuids }
    await ctx.agents.call(machineId, coreCalls.gpuBenchmarks, {
      body: request,
      signal,
      timeoutMs: callMs,
    })
  } catch (error) {
    ctx.log.warn(
      { event: 'reputation.gpu_check_failed', err: error, machineId },
      'the GPUs of a rental could not be measured',
    )
  }
}
