import { InstanceId } from '@gridloom/contract/core/ids'
import { SnapshotFailure } from '@gridloom/contract/snapshots/snapshot'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

const payload = z.object({
  name: z.string(),
  instance_id: InstanceId,
  failure: SnapshotFailure.nullable(),
  stored_bytes: z.int(),
})

/** A snapshot is complete and stored. The subject of both is the snapshot. */
export const snapshotReady = eventKind('snapshot.ready', payload)
export const snapshotFailed = eventKind('snapshot.failed', payload)
