import type {
  AccountId,
  ClusterId,
  InstanceId,
  MachineId,
  OfferId,
} from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ClusterRow, ClusterTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<ClusterTables>()
const listMax = 200

export async function insertCluster(
  { db }: Tx,
  row: Insertable<ClusterTables['clusters']>,
): Promise<ClusterRow> {
  return tablesOf(db).insertInto('clusters').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateCluster(
  { db }: Tx,
  id: ClusterId,
  change: Updateable<ClusterTables['clusters']>,
): Promise<ClusterRow> {
  return tablesOf(db)
    .updateTable('clusters')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findCluster(db: Db, id: ClusterId): Promise<ClusterRow | undefined> {
  return tablesOf(db).selectFrom('clusters').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the row until the transaction ends; nodes are locked after it. */
export async function lockCluster({ db }: Tx, id: ClusterId): Promise<ClusterRow | undefined> {
  return tablesOf(db)
    .selectFrom('clusters')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Lists the clusters of an account, newest first: all that are open, and those that ended after `since`. */
export async function listClusterRows(
  db: Db,
  { accountId, since }: { accountId: AccountId; since: Date },
): Promise<ClusterRow[]> {
  return tablesOf(db)
    .selectFrom('clusters')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('ended_at', 'is', null), e('ended_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .limit(listMax)
    .execute()
}

/** Lists clusters whose state may have to change: those that start, and those without a node that is left. */
export async function listUnsettled(db: Db): Promise<ClusterId[]> {
  const rows = await tablesOf(db)
    .selectFrom('clusters')
    .select('id')
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`state = 'starting' or not exists (select from instances
        where cluster_id = clusters.id and instances.state <> 'destroyed')`,
    )
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the name of a machine of these offers that connects no instance to clusters; `undefined`: all do. */
export async function findUnable(
  db: Db,
  offerIds: readonly OfferId[],
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select machines.name from offers
    join machines on machines.id = offers.machine_id
    where offers.id = any(${[...offerIds]})
      and not coalesce((machines.hardware ->> 'clusters')::boolean, false) limit 1`.execute(db)
  return rows[0]?.name
}

/** A node that runs, or is being stopped, so that its connections can be ended. */
export interface ConnectedNode {
  clusterId: ClusterId
  instanceId: InstanceId
  machineId: MachineId
  rank: number
}

/**
 * Lists the running nodes of clusters that are on several machines, counting those that run no more: nodes that are left
 * on one machine are still told that the others are gone.
 */
export async function listConnectedNodes(db: Db): Promise<ConnectedNode[]> {
  const { rows } = await sql<ConnectedNode>`select cluster_id as "clusterId", id as "instanceId",
      machine_id as "machineId", (cluster ->> 'rank')::int as rank
    from instances as node
    where cluster_id is not null and state in ('running', 'stopping')
      and exists (select from instances as other
        where other.cluster_id = node.cluster_id and other.machine_id <> node.machine_id)
    order by cluster_id, rank`.execute(db)
  return rows
}
