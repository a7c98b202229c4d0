import type { ClusterId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { findCluster, lockCluster } from './clusters-store.ts'
import type { ClusterRow } from './schema.ts'

/** Returns a cluster of the active account. @throws Refused `not_found`, also when it is another account's */
export async function ownedCluster(ctx: Ctx, id: ClusterId): Promise<ClusterRow> {
  return owned(ctx, await findCluster(ctx.db, id))
}

/** Returns a cluster of the active account, locked. @throws Refused `not_found` */
export async function lockOwnedCluster(ctx: Ctx, tx: Tx, id: ClusterId): Promise<ClusterRow> {
  return owned(ctx, await lockCluster(tx, id))
}

/** The error for an action that is not possible in the cluster's state. */
export function clusterConflict(state: string): Refused {
  return new Refused('state_conflict', { details: { what: 'cluster', state } })
}

function owned(ctx: Ctx, row: ClusterRow | undefined): ClusterRow {
  if (row?.account_id === accountOf(ctx).accountId) return row
  throw new Refused('not_found', { details: { what: 'cluster' } })
}
