import type { Region } from '@gridloom/contract/agent/rendering'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { publishFrames, publishWork } from '../frames/publish-job.ts'
import type { Dispute, JobRow } from '../schema.ts'
import { insertCheck } from './checks-store.ts'
import type { FramePart, Producer } from './frame-parts-store.ts'

/** The region that another machine renders for comparison, and the dispute that it may settle. */
export interface OrderedCheck {
  region: Region
  dispute: Dispute | null
}

export interface CheckOrder {
  job: JobRow
  /** The frame, with its picture stored, in state `checking`. */
  framePart: FramePart
  producer: Pick<Producer, 'machine_id'>
  check: OrderedCheck
}

/** Orders a check of a picture by another owner's machine. The job is locked. */
export async function orderCheck(
  ctx: RenderingCtx,
  tx: Tx,
  { job, framePart, producer, check }: CheckOrder,
): Promise<void> {
  const { job_id, number, part } = framePart
  await insertCheck(tx, {
    id: ctx.ids.mint('renderCheck'),
    ...{ job_id, number, part },
    machine_id: producer.machine_id,
    region: JSON.stringify(check.region),
    dispute: check.dispute === null ? null : JSON.stringify(check.dispute),
    outcome: 'pending',
    created_at: ctx.clock.now(),
  })
  await publishFrames(tx, job, [number])
  await publishWork(tx)
}
