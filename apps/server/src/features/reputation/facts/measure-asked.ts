import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { measureNetwork } from '../../machines/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import {
  type AskedMeasurement,
  askIdleMachines,
  beginMeasurement,
  listAsked,
} from './measurements-store.ts'

const callMs = 10_000
const networkMs = 60_000
/** An older request is of a machine that was not connected here in time. */
const askedWithinMs = 30 * 60_000
const atOnce = 4

const hourMs = 3_600_000
/** Each idle machine is measured again about once a day: it cannot know when. */
const randomNotWithinMs = 12 * hourMs
const randomShare = 0.1
const randomMost = 200

/** Chooses, once an hour, idle machines that are measured again. */
export async function askAtRandom(ctx: ReputationCtx): Promise<void> {
  const now = ctx.clock.now()
  const notAfter = new Date(now.getTime() - randomNotWithinMs)
  const most = { share: randomShare, limit: randomMost }
  await ctx.transact((tx) => askIdleMachines(tx, { now, notAfter, ...most }))
}

/**
 * Measures machines that were asked to be: their network by the server, and where nothing is rented, their CPU, memory
 * and disk by their agent. A measurement that fails is no fact: an outage is counted as one elsewhere.
 */
export async function measureAsked(ctx: ReputationCtx, signal: AbortSignal): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - askedWithinMs)
  for (const asked of await listAsked(ctx.db, since, atOnce)) {
    if (signal.aborted) return
    if (!ctx.agents.connected(asked.machineId)) continue
    const isOurs = await ctx.transact((tx) => beginMeasurement(tx, asked, ctx.clock.now()))
    if (isOurs) await measure(ctx, asked, signal)
  }
}

async function measure(
  ctx: ReputationCtx,
  { machineId, reason }: AskedMeasurement,
  signal: AbortSignal,
): Promise<void> {
  try {
    const within = AbortSignal.any([signal, ctx.clock.timeout(networkMs)])
    await measureNetwork(ctx, machineId, within)
    // It takes all CPUs for some seconds, which a renter would pay for.
    if (reason === 'rental') return
    await ctx.agents.call(machineId, coreCalls.benchmarks, { signal, timeoutMs: callMs })
  } catch (error) {
    ctx.log.warn(
      { event: 'reputation.measurement_failed', err: error, machineId },
      'a machine could not be measured for its score',
    )
  }
}
