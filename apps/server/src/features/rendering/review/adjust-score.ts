import type { Tx } from '../../../platform/ctx.ts'
import type { FrameRow, JobRow } from '../schema.ts'
import {
  type Producer,
  readOthersReferenceMs,
  readScore,
  updateMachineRow,
} from './frame-parts-store.ts'
import { nextScore } from './next-score.ts'

interface CheckedPicture {
  job: Pick<JobRow, 'settings'>
  frame: FrameRow
  producer: Producer
}

/**
 * Adjusts a machine's score by a picture of it that was confirmed, if enough is known about the time of established
 * machines of other owners for the same job. Jobs in parts are left out: parts differ too much in time, and merging is
 * not rendering.
 */
export async function adjustScore(tx: Tx, { job, frame, producer }: CheckedPicture): Promise<void> {
  if (job.settings.split.kind !== 'whole' || frame.render_ms === null) return
  const othersReferenceMs = await readOthersReferenceMs(tx.db, frame.job_id, producer.account_id)
  const score = othersReferenceMs === null ? null : await readScore(tx.db, producer.machine_id)
  if (score === null || othersReferenceMs === null) return
  const next = nextScore({ score, renderMs: frame.render_ms, othersReferenceMs })
  if (next !== score) await updateMachineRow(tx, producer.machine_id, { score: next })
}
