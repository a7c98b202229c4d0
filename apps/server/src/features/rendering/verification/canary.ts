import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { RenderMachineRow } from '../schema.ts'
import type { ChunkOrder } from './next-extra-work.ts'
import { hasLeasedCanary, updateMachineRow } from './pieces-store.ts'

/** Of the canary; the reference pictures were made with as many. */
export const canarySamples = 64
/** A machine that could not render the canary is asked again after this. */
const canaryAgainMs = 10 * 60_000

/** The canary for a machine that has not shown what it can; `undefined` while it is at it, or failed just now. */
export async function canaryOf(
  ctx: RenderingCtx,
  tx: Tx,
  { machine_id, canary_at }: RenderMachineRow,
): Promise<ChunkOrder | undefined> {
  const now = ctx.clock.now()
  if (canary_at !== null && now.getTime() - canary_at.getTime() < canaryAgainMs) return undefined
  if (await hasLeasedCanary(tx.db, machine_id)) return undefined
  return {
    id: ctx.ids.mint('renderChunk'),
    kind: 'canary',
    jobId: null,
    frames: [],
    work: { kind: 'canary', samples: canarySamples },
    inputs: [],
  }
}

/** A machine could not render the canary: it is asked again, but not at once. */
export async function noteCanaryFailed(
  ctx: RenderingCtx,
  tx: Tx,
  { machine_id }: Pick<RenderMachineRow, 'machine_id'>,
): Promise<void> {
  await updateMachineRow(tx, machine_id, { canary_at: ctx.clock.now() })
}
