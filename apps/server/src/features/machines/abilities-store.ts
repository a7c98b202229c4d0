import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** Whether the agent of a machine applies the options of containers. */
export async function appliesContainerOptions(db: Db, machineId: MachineId): Promise<boolean> {
  const { rows } = await sql`select from machines where id = ${machineId}
    and hardware -> 'container_options' = 'true'::jsonb`.execute(db)
  return rows.length > 0
}

/** Whether the agent of a machine builds images from recipes. */
export async function buildsRecipes(db: Db, machineId: MachineId): Promise<boolean> {
  const { rows } = await sql`select from machines where id = ${machineId}
    and hardware -> 'recipes' = 'true'::jsonb`.execute(db)
  return rows.length > 0
}

/** Whether a machine has an image that renters may use. */
export async function holdsImage(db: Db, machineId: MachineId, image: string): Promise<boolean> {
  const { rows } = await sql`select from machine_images
    where machine_id = ${machineId} and image = ${image}`.execute(db)
  return rows.length > 0
}

/** Returns the keys that machines open sealed secrets with, as they reported them; machines without one are absent. */
export async function sealKeysOf(
  db: Db,
  ids: readonly MachineId[],
): Promise<ReadonlyMap<MachineId, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: MachineId; key: string }>`
    select id, hardware ->> 'seal_key' as key from machines
    where id = any(${[...ids]}::text[]) and hardware ->> 'seal_key' is not null`.execute(db)
  return new Map(rows.map(({ id, key }) => [id, key]))
}
