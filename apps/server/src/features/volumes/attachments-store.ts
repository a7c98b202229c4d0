import type { InstanceId, VolumeId } from '@gridloom/contract/core/ids'
import type { DesiredState } from '@gridloom/contract/instances/instance'
import type { VolumeMode } from '@gridloom/contract/volumes/mount'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { VolumeTables } from './schema.ts'

export async function insertAttachments(
  { db }: Tx,
  rows: readonly VolumeTables['volume_attachments'][],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .withTables<VolumeTables>()
    .insertInto('volume_attachments')
    .values([...rows])
    .execute()
}

/** A volume and an instance that is not destroyed and has it. */
export interface Attachment {
  volumeId: VolumeId
  instanceId: InstanceId
  label: string
  desired: DesiredState
  path: string
  mode: VolumeMode
}

/** Lists the instances that have these volumes, without destroyed ones. */
export async function listAttachments(db: Db, volumes: readonly VolumeId[]): Promise<Attachment[]> {
  if (volumes.length === 0) return []
  const { rows } = await sql<Attachment>`
    select attachment.volume_id as "volumeId", instance.id as "instanceId", instance.label,
      instance.desired, attachment.path, attachment.mode
    from volume_attachments attachment join instances instance on instance.id = attachment.instance_id
    where attachment.volume_id = any(${[...volumes]}::text[]) and instance.state <> 'destroyed'
    order by instance.id`.execute(db)
  return rows
}

/** Whether files are being restored into a volume that no running instance has, or are about to be. */
export async function isRestoring({ db }: Tx, id: VolumeId): Promise<boolean> {
  const { rows } = await sql`select from backup_runs
    where volume_id = ${id} and kind = 'restore' and state in ('queued', 'running') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** A volume as one instance sees it. */
export interface MountedVolume {
  instanceId: InstanceId
  volumeId: VolumeId
  name: string
  path: string
  mode: VolumeMode
}

/** Lists the volumes of instances, destroyed ones too, in the order of their paths. */
export async function listMounts(
  db: Db,
  instances: readonly InstanceId[],
): Promise<MountedVolume[]> {
  if (instances.length === 0) return []
  const { rows } = await sql<MountedVolume>`
    select attachment.instance_id as "instanceId", volume.id as "volumeId", volume.name,
      attachment.path, attachment.mode
    from volume_attachments attachment join volumes volume on volume.id = attachment.volume_id
    where attachment.instance_id = any(${[...instances]}::text[])
    order by attachment.instance_id, attachment.path`.execute(db)
  return rows
}
