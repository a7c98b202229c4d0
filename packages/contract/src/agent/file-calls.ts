import { z } from 'zod'
import { InstanceId, InstanceSessionId } from '../core/ids.ts'
import { FilePath } from '../files/file-path.ts'
import { agentCall } from './call.ts'

const count = z.int().min(0)

/** An entry of a stopped instance; texts are as those of `FilePath`. */
export const StoppedFile = z.object({
  name: z.string().max(800),
  kind: z.enum(['file', 'folder', 'symlink', 'other']),
  size_bytes: count,
  mode: z.int().min(0).max(0o7777),
  user_id: count,
  group_id: count,
  modified_s: count,
  target: z.string().max(13_000).nullable(),
})
export type StoppedFile = z.infer<typeof StoppedFile>

const StoppedPath = z.object({ path: FilePath })

/**
 * Calls of the instances workload for the files of a stopped instance. A running instance is refused with
 * `state_conflict`.
 */
export const fileCalls = {
  /**
   * Lists a path: `self` is the entry itself, `folder` the entries in it. An engine has no other way than to read all
   * that is below the folder, so a large one is refused with `upstream_failed`.
   */
  list: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/files/list',
    transport: 'lines',
    params: z.object({ id: InstanceId }),
    request: StoppedPath.extend({ what: z.enum(['self', 'folder']) }),
    response: StoppedFile,
  }),
  /**
   * Opens an SFTP session on the disk, with volumes at their paths: the same bytes as the subsystem of a running
   * instance. It ends when the instance starts. Refused with `state_conflict` unless the instance is stopped, and where
   * its disk cannot be opened: then the calls above are what is left.
   */
  session: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/files/sessions/{session}',
    transport: 'duplex',
    params: z.object({ id: InstanceId, session: InstanceSessionId }),
  }),
  /** Reads a path as a tar, whose names begin with the last part of the path. */
  archive: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/files/archive',
    transport: 'download',
    params: z.object({ id: InstanceId }),
    request: StoppedPath,
  }),
} as const
