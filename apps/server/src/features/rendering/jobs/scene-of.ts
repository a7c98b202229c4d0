import type { Db } from '../../../platform/database/connect.ts'
import type { JobRow } from '../schema.ts'
import { sceneById } from '../uploads/scenes-store.ts'

/** What the person called the file that a job renders. */
export async function fileNameOf(db: Db, { scene_id }: Pick<JobRow, 'scene_id'>): Promise<string> {
  return (await sceneById(db, scene_id))?.file_name ?? 'A scene'
}
