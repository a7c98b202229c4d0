import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { JobRow, SceneRow } from '../schema.ts'
import { type CountedScene, findScene, lockScene, sceneById } from '../uploads/scenes-store.ts'

/** Returns the scene of a job; also one that was removed since. */
export async function sceneOf(
  db: Db,
  { account_id, scene_id }: Pick<JobRow, 'account_id' | 'scene_id'>,
): Promise<CountedScene> {
  const present = await findScene(db, account_id, scene_id)
  if (present !== undefined) return present
  const removed = await sceneById(db, scene_id)
  if (removed === undefined) throw noSuchScene()
  return { ...removed, jobs: 0 }
}

/** Returns the file name of a job's scene. */
export async function sceneFileName(
  db: Db,
  { scene_id }: Pick<JobRow, 'scene_id'>,
): Promise<string> {
  return (await sceneById(db, scene_id))?.file_name ?? 'A scene'
}

/**
 * Returns the scene, locked against removal until the transaction ends. @throws Refused `not_found` if it was removed
 */
export async function keepScene(
  tx: Tx,
  { account_id, scene_id }: Pick<JobRow, 'account_id' | 'scene_id'>,
): Promise<SceneRow> {
  const scene = await lockScene(tx, account_id, scene_id)
  if (scene === undefined) throw noSuchScene()
  return scene
}

export function noSuchScene(): Refused {
  return new Refused('not_found', { details: { what: 'scene' } })
}
