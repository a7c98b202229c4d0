import { MachineId } from '@gridloom/contract/core/ids'
import { VolumeFailure } from '@gridloom/contract/volumes/volume'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

const payload = z.object({
  name: z.string(),
  machine_id: MachineId,
  size_gb: z.int(),
  failure: VolumeFailure.nullable(),
})

/** A volume can be attached. The subject of both is the volume. */
export const volumeReady = eventKind('volume.ready', payload)
export const volumeFailed = eventKind('volume.failed', payload)
