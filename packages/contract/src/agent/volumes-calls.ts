import { z } from 'zod'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { VolumeId } from '../core/ids.ts'
import { agentCall } from './call.ts'

const OneVolume = z.object({ volume: VolumeId })
const bytes = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** What makes a volume impossible on the machine. */
export const VolumeProblemCode = z.enum(['disk_full', 'not_supported'])

/** The result of creating a volume. After a `problem`, nothing of it is on the machine. */
export const CreatedVolume = z.object({
  problem: z
    .object({ code: VolumeProblemCode, text: agentText(agentLimits.sentenceChars) })
    .nullable(),
})
export type CreatedVolume = z.infer<typeof CreatedVolume>

/** A volume that a machine has. `used_bytes`: `null` while it is not mounted. */
export const KeptVolume = z.object({
  volume: VolumeId,
  bytes,
  used_bytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
})
export type KeptVolume = z.infer<typeof KeptVolume>

/** Calls for volumes: disks that outlive the instances whose specs name them. Older agents answer 404. */
export const volumeCalls = {
  /** Creates a volume of this size, unless there is one. The same call may come any number of times. */
  create: agentCall({
    method: 'PUT',
    path: '/v1/volumes/{volume}',
    transport: 'value',
    params: OneVolume,
    request: z.object({ bytes }),
    response: CreatedVolume,
  }),
  /** Lists the complete volumes of the machine. */
  list: agentCall({
    method: 'GET',
    path: '/v1/volumes',
    transport: 'value',
    response: z.array(KeptVolume).max(agentLimits.volumes),
  }),
  /** Deletes a volume with its data. Refused with `state_conflict` while an instance that runs has it. */
  remove: agentCall({
    method: 'POST',
    path: '/v1/volumes/{volume}/remove',
    transport: 'value',
    params: OneVolume,
  }),
} as const
