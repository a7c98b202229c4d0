import { z } from 'zod'
import { InstanceId, SnapshotId } from '../core/ids.ts'
import { Sha256 } from '../core/values.ts'
import { agentCall } from './call.ts'
import { CaptureRequest, CaptureState, RestoreState } from './snapshots.ts'

const OneSnapshot = z.object({ snapshot: SnapshotId })

/**
 * Calls for snapshots of instances' disks. The control plane asks for a capture, repeats that until it is done, fetches
 * the pieces that it lacks, and lets the machine forget them. For a restore it sends the manifest and then the pieces in
 * their order; the instance whose spec names the snapshot waits for them.
 */
export const snapshotCalls = {
  /** Begins to capture a snapshot, or reads how far it is. The same call may come any number of times. */
  capture: agentCall({
    method: 'PUT',
    path: '/v1/instances/{id}/snapshots/{snapshot}',
    transport: 'value',
    params: OneSnapshot.extend({ id: InstanceId }),
    request: CaptureRequest,
    response: CaptureState,
  }),
  /** Downloads the manifest of a captured snapshot, as JSON. */
  readManifest: agentCall({
    method: 'GET',
    path: '/v1/snapshots/{snapshot}/manifest',
    transport: 'download',
    params: OneSnapshot,
  }),
  readPiece: agentCall({
    method: 'GET',
    path: '/v1/snapshots/{snapshot}/pieces/{piece}',
    transport: 'download',
    params: OneSnapshot.extend({ piece: Sha256 }),
  }),
  /** Ends a capture and deletes what the machine keeps of it. */
  forget: agentCall({
    method: 'POST',
    path: '/v1/snapshots/{snapshot}/forget',
    transport: 'value',
    params: OneSnapshot,
  }),
  /** Sends the manifest of a snapshot to restore, as JSON, and reads what the machine has of it. */
  restore: agentCall({
    method: 'PUT',
    path: '/v1/snapshots/{snapshot}/restore',
    transport: 'upload',
    params: OneSnapshot,
    response: RestoreState,
  }),
  /** Sends compressed pieces, one after the other, from the one with this number on. */
  sendPieces: agentCall({
    method: 'PUT',
    path: '/v1/snapshots/{snapshot}/restore/pieces',
    transport: 'upload',
    params: OneSnapshot,
    query: z.object({ from: z.coerce.number().int().min(0) }),
    response: RestoreState,
  }),
} as const
