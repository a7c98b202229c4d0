import type { RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../../platform/ctx.ts'
import type { JobRow } from '../schema.ts'
import { findOwnedJob, lockJob, noSuchJob } from './jobs-store.ts'

/** Returns the caller's job. @throws Refused `not_found`, also if it is another account's */
export async function ownedJob(ctx: Ctx, id: RenderJobId): Promise<JobRow> {
  const row = await findOwnedJob(ctx.db, accountOf(ctx).accountId, id)
  if (row === undefined) throw noSuchJob()
  return row
}

/** Returns the caller's job, locked for a change. @throws Refused `not_found` */
export async function lockOwnedJob(ctx: Ctx, tx: Tx, id: RenderJobId): Promise<JobRow> {
  const { accountId } = accountOf(ctx)
  // Read before it is locked, so that a caller cannot lock another account's job.
  if ((await findOwnedJob(tx.db, accountId, id)) === undefined) throw noSuchJob()
  const row = await lockJob(tx, id)
  if (row.removed_at !== null) throw noSuchJob()
  return row
}

/** Returns the refusal of what cannot be done in the render job's current state. */
export function conflictWith({ state }: Pick<JobRow, 'state'>): Refused {
  return new Refused('state_conflict', { details: { what: 'render job', state } })
}
