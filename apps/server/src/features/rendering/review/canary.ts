import type { CanaryWork } from '@gridloom/contract/agent/rendering'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { ChunkOrder } from '../dispatch/chunk-order.ts'
import type { RenderMachineRow } from '../schema.ts'
import { listCompared } from './canary-store.ts'
import { scoreToReferee } from './decide-canary.ts'
import { hasLeasedCanary, listLinked, updateMachineRow } from './frame-parts-store.ts'
import { isEstablished } from './next-trust.ts'

/** The samples of a first canary; if it ends too soon to be timed, the next one has more. */
export const canarySamples = 64
/** The wait before a machine that could not render the canary gets another. */
const canaryAgainMs = 10 * 60_000

/**
 * Returns the canary for an unverified machine; `undefined` while it is rendering one, has just failed at one, or waits
 * for another machine to render the same.
 */
export async function canaryOf(
  ctx: RenderingCtx,
  tx: Tx,
  machine: RenderMachineRow,
): Promise<ChunkOrder | undefined> {
  const { machine_id, canary_at, canary } = machine
  const nowMs = ctx.clock.now().getTime()
  if (canary_at !== null && nowMs - canary_at.getTime() < canaryAgainMs) return undefined
  if (await hasLeasedCanary(tx.db, machine_id)) return undefined
  if (canary?.kind === 'shown') return undefined
  return orderOf(ctx, canaryWork(ctx, canary?.samples))
}

/** Returns another machine's canary for an established machine to render, so that the two can be compared. */
export async function nextReference(
  ctx: RenderingCtx,
  tx: Tx,
  machine: RenderMachineRow,
): Promise<ChunkOrder | undefined> {
  if (!isEstablished(machine)) return undefined
  const waiting = await listCompared(tx.db, machine.machine_id)
  if (waiting.length === 0) return undefined
  const linked = await listLinked(tx.db, [machine.account_id])
  const one = waiting.find(
    ({ account_id, canary }) =>
      !linked.includes(account_id) &&
      !canary.votes.some((vote) => linked.includes(vote.account_id)) &&
      !canary.failed_by.includes(machine.machine_id) &&
      (machine.score ?? 0) >= scoreToReferee(canary.work.samples),
  )
  return one === undefined ? undefined : orderOf(ctx, one.canary.work, one.machine_id)
}

function orderOf(
  ctx: Pick<RenderingCtx, 'ids'>,
  work: CanaryWork,
  canaryOf: MachineId | null = null,
): ChunkOrder {
  const id = ctx.ids.mint('renderChunk')
  return { id, kind: 'canary', jobId: null, frames: [], work, inputs: [], canaryOf }
}

/** Returns a canary with a new seed each time, so that machines cannot reuse each other's pictures. */
function canaryWork({ ids }: Pick<RenderingCtx, 'ids'>, samples = canarySamples): CanaryWork {
  const between = (least: number, most: number) => least + ids.random() * (most - least)
  return {
    kind: 'canary',
    samples,
    seed: Math.floor(between(0, 2 ** 31)),
    view: { turn_deg: between(-60, 60), height_m: between(2, 3.4), lens_mm: between(32, 46) },
  }
}

/** Records that a machine could not render the canary: it gets another, but not at once. */
export async function noteCanaryFailed(
  ctx: RenderingCtx,
  tx: Tx,
  { machine_id }: Pick<RenderMachineRow, 'machine_id'>,
): Promise<void> {
  await updateMachineRow(tx, machine_id, { canary_at: ctx.clock.now(), canary: null })
}
