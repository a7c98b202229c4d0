import { z } from 'zod'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { InstanceSessionId, VolumeId } from '../core/ids.ts'
import { agentCall } from './call.ts'
import { SessionCommand, SessionEnvironment } from './session-calls.ts'

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

/** Where the command of a session finds the volume. */
export const sessionVolumeFolder = '/volume'

/** A command that a machine runs on a volume, of no instance, and whether it may write there. */
export const VolumeSessionRequest = z.object({
  command: SessionCommand,
  environment: SessionEnvironment.default([]),
  access: z.enum(['read_only', 'read_write']),
})
export type VolumeSessionRequest = z.infer<typeof VolumeSessionRequest>

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
  /**
   * Runs a command on a volume, with the programs of the toolbox and no network, in a container of its own that ends with
   * the stream. Input, output and end are as those of `sessionCalls.open`. Refused with `not_found` where the machine does
   * not have the volume, with `state_conflict` where it has no toolbox yet, while the volume is deleted, beyond the number
   * of such sessions, and to write while an instance that runs has it. Machines that report `volume_sessions` know it.
   */
  session: agentCall({
    method: 'POST',
    path: '/v1/volumes/{volume}/sessions/{session}',
    transport: 'duplex',
    params: OneVolume.extend({ session: InstanceSessionId }),
    request: VolumeSessionRequest,
  }),
  /** Deletes a volume with its data; its sessions end. Refused with `state_conflict` while an instance that runs has it. */
  remove: agentCall({
    method: 'POST',
    path: '/v1/volumes/{volume}/remove',
    transport: 'value',
    params: OneVolume,
  }),
} as const
