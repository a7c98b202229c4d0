import type { AccountId, RenderSceneId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { RenderingTables, SceneRow } from '../schema.ts'

/** A scene with its number of jobs. */
export type CountedScene = SceneRow & { jobs: number }

/** Returns a scene of an account, unless it was removed. */
export function findScene(
  db: Db,
  accountId: AccountId,
  id: RenderSceneId,
): Promise<CountedScene | undefined> {
  return present(db, accountId).where('id', '=', id).executeTakeFirst()
}

/** Returns a scene of any account, removed or not, for its jobs. */
export function sceneById(db: Db, id: RenderSceneId): Promise<SceneRow | undefined> {
  return tables(db).selectFrom('render_scenes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the scene of an account with this content. */
export function sceneOfContent(
  db: Db,
  accountId: AccountId,
  contentHash: string,
): Promise<CountedScene | undefined> {
  return present(db, accountId).where('content_hash', '=', contentHash).executeTakeFirst()
}

/** Returns the scenes of an account, newest first. */
export function countedScenes(db: Db, accountId: AccountId): Promise<CountedScene[]> {
  return present(db, accountId).orderBy('uploaded_at', 'desc').orderBy('id', 'desc').execute()
}

/** Inserts a scene. Returns `false` if the account has this content by now. */
export async function insertScene(
  tx: Tx,
  scene: Insertable<RenderingTables['render_scenes']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx.db)
    .insertInto('render_scenes')
    .values(scene)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'content_hash']).where('removed_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the scene, locked against removal and new jobs until the transaction ends. */
export function lockScene(
  tx: Tx,
  accountId: AccountId,
  id: RenderSceneId,
): Promise<SceneRow | undefined> {
  return tables(tx.db)
    .selectFrom('render_scenes')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns a running job of the scene, which needs its file. */
export async function jobUnderWay(tx: Tx, id: RenderSceneId): Promise<string | undefined> {
  const job = await tables(tx.db)
    .selectFrom('render_jobs')
    .select('id')
    .where('scene_id', '=', id)
    .where('state', 'in', ['testing', 'rendering', 'paused'])
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return job?.id
}

export async function markSceneRemoved(tx: Tx, id: RenderSceneId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('render_scenes')
    .set({ removed_at: at })
    .where('id', '=', id)
    .execute()
}

/** Returns removed scenes whose file may still exist; not those with a running job. */
export async function scenesToDelete(db: Db): Promise<RenderSceneId[]> {
  const rows = await tables(db)
    .selectFrom('render_scenes')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('file_gone_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('render_jobs')
            .select('render_jobs.id')
            .whereRef('render_jobs.scene_id', '=', 'render_scenes.id')
            .where('render_jobs.state', 'in', ['testing', 'rendering', 'paused']),
        ),
      ),
    )
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

export async function markFileGone(tx: Tx, id: RenderSceneId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('render_scenes')
    .set({ file_gone_at: at })
    .where('id', '=', id)
    .execute()
}

function present(db: Db, accountId: AccountId) {
  return tables(db)
    .selectFrom('render_scenes')
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from render_jobs
        where scene_id = render_scenes.id and removed_at is null)`.as('jobs'),
    )
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
}

function tables(db: Db) {
  return db.withTables<RenderingTables>()
}
