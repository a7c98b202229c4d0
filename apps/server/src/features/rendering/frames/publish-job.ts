import type { Tx } from '../../../platform/ctx.ts'
import type { JobRow } from '../schema.ts'

/** Tells whoever watches, at commit, that a job is another one: its state, its counts, its money. */
export async function publishJob(tx: Tx, job: Pick<JobRow, 'id' | 'account_id'>): Promise<void> {
  await tx.publish({ topic: 'render', accountId: job.account_id, subject: job.id })
}

/** Tells the dispatchers of every replica that there may be frames to give out. */
export async function publishWork(tx: Tx): Promise<void> {
  await tx.publish({ topic: 'render_work', accountId: null, subject: '' })
}

/** Beyond this many frames at once a reader is not told one by one, but to read again. */
const toldOneByOneMax = 200

/** Tells which frames of a job are others; so many that nobody wants them one by one are told as the job alone. */
export async function publishFrames(
  tx: Tx,
  job: Pick<JobRow, 'id' | 'account_id'>,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length > toldOneByOneMax) return
  for (const number of numbers) {
    await tx.publish({
      topic: 'render_frame',
      accountId: job.account_id,
      subject: `${job.id}:${number}`,
    })
  }
}
