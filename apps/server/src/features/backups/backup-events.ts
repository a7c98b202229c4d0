import { BackupFailure } from '@gridloom/contract/backups/backup'
import { BackupPlanId, InstanceId, VolumeId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

const payload = z.object({
  plan_id: BackupPlanId,
  name: z.string(),
  /** `null`: no running instance had the volume. */
  instance_id: InstanceId.nullable(),
  volume_id: VolumeId.nullable().default(null),
  failure: BackupFailure.nullable(),
  files: z.int().nullable(),
  bytes: z.int().nullable(),
  added_bytes: z.int(),
})

/** A backup is complete and stored. The subject of both is the run. */
export const backupSucceeded = eventKind('backup.succeeded', payload)
export const backupFailed = eventKind('backup.failed', payload)
