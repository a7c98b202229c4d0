import type { AccountId, RenderSceneId } from '@gridloom/contract/ids'
import type { Db } from '../../../platform/database/connect.ts'
import type { RenderingTables, SceneRow } from '../schema.ts'

/** A scene of an account; one that was removed is not there any more. */
export function findScene(
  db: Db,
  accountId: AccountId,
  id: RenderSceneId,
): Promise<SceneRow | undefined> {
  return tables(db)
    .selectFrom('render_scenes')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** A scene whoever it is of, removed or not; for what jobs of it need. */
export function sceneById(db: Db, id: RenderSceneId): Promise<SceneRow | undefined> {
  return tables(db).selectFrom('render_scenes').selectAll().where('id', '=', id).executeTakeFirst()
}

function tables(db: Db) {
  return db.withTables<RenderingTables>()
}
