import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../platform/ctx.ts'
import { enterInstance, ownedInstance } from '../instances/index.ts'
import type { FilesCtx } from './ctx.ts'
import { asFileRefusals } from './file-refusals.ts'
import type { FileLane } from './file-sessions.ts'
import type { SftpClient } from './sftp/sftp-client.ts'

/** The files of a running instance, for one call. */
export interface RunningFiles {
  readonly sftp: SftpClient
  /** Aborts when the caller leaves, or may not do this any more. */
  readonly signal: AbortSignal
}

interface Reaching {
  id: InstanceId
  lane: FileLane
  /** What starting a stopped instance would allow, such as `delete files`. */
  action: string
}

/**
 * Works on the files of the caller's running instance, which counts as using it.
 * @throws Refused `not_found`, `needs_running_instance`, `state_conflict`, `machine_offline`, `files_unavailable`,
 * `too_many_requests`, and what {@link asFileRefusals} makes of failures
 */
export async function withRunningFiles<T>(
  ctx: FilesCtx,
  { id, lane, action }: Reaching,
  work: (files: RunningFiles) => Promise<T>,
): Promise<T> {
  const { state } = await ownedInstance(ctx, id)
  if (state === 'stopped') throw new Refused('needs_running_instance', { details: { action } })
  using _place = ctx.fileCalls.enter(accountOf(ctx).userId)
  using files = await openRunningFiles(ctx, id, lane)
  return asFileRefusals(files, () => work(files))
}

/** The same for work that outlives the call, such as a download: dispose of it at its end. */
export async function openRunningFiles(
  ctx: FilesCtx,
  id: InstanceId,
  lane: FileLane,
): Promise<RunningFiles & Disposable> {
  const { machine_id: machineId } = await enterInstance(ctx, id)
  const signal = ctx.authenticator.sessionSignal(ctx.actor, ctx.signal)
  const session = await ctx.fileSessions.open({ id, machineId }, lane, signal)
  const connection = ctx.connections.open(id)
  const { sftp } = session
  return {
    sftp,
    signal,
    [Symbol.dispose]() {
      connection[Symbol.dispose]()
      session[Symbol.dispose]()
    },
  }
}
