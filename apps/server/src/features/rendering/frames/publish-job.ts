import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { JobRow } from '../schema.ts'

/** Publishes, at commit, that a job has changed: its state, its counts or its money. */
export async function publishJob(tx: Tx, job: Pick<JobRow, 'id' | 'account_id'>): Promise<void> {
  await tx.publish({ topic: 'render', accountId: job.account_id, subject: job.id })
}

/** Notifies the dispatchers of every replica that there may be frames to give out. */
export async function publishWork(tx: Tx): Promise<void> {
  await tx.publish({ topic: 'render_work', transient: true, accountId: null, subject: '' })
}

/** Publishes, at commit, that a chunk of a job has begun, ended, or reported a new activity. */
export async function publishChunk(
  tx: Tx,
  job: Pick<JobRow, 'id' | 'account_id'>,
  chunkId: RenderChunkId,
): Promise<void> {
  await tx.publish({
    topic: 'render_chunk',
    transient: true,
    accountId: job.account_id,
    subject: `${job.id}:${chunkId}`,
  })
}

/** More changed frames than this are published as a change of the whole job. */
const publishedEachMax = 200

/** Publishes, at commit, which frames of a job have changed; too many at once are published as a change of the job. */
export async function publishFrames(
  tx: Tx,
  job: Pick<JobRow, 'id' | 'account_id'>,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length > publishedEachMax) return
  for (const number of numbers) {
    await tx.publish({
      topic: 'render_frame',
      transient: true,
      accountId: job.account_id,
      subject: `${job.id}:${number}`,
    })
  }
}
