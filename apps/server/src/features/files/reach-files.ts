import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../platform/ctx.ts'
import { enterInstance, type InstanceRow, ownedInstance } from '../instances/index.ts'
import type { FilesCtx } from './ctx.ts'
import { asFileRefusals } from './file-refusals.ts'
import type { FileLane } from './file-sessions.ts'
import type { SftpClient } from './sftp/sftp-client.ts'

/** The files of an instance by SFTP, for one call. */
export interface SftpFiles {
  readonly state: 'running' | 'stopped'
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
 * Works on the files of the caller's instance, which counts as using it while it runs. While it is stopped, its machine
 * opens the disk, if it can.
 * @throws Refused `not_found`, `needs_running_instance`, `state_conflict`, `machine_offline`, `files_unavailable`,
 * `too_many_requests`, and what {@link asFileRefusals} makes of failures
 */
export async function withSftpFiles<T>(
  ctx: FilesCtx,
  { id, lane, action }: Reaching,
  work: (files: SftpFiles) => Promise<T>,
): Promise<T> {
  const instance = await ownedInstance(ctx, id)
  using _place = ctx.fileCalls.enter(accountOf(ctx).userId)
  using files =
    instance.state === 'stopped'
      ? await openStopped(ctx, instance, lane).catch((error) => {
          if (!isUnable(error)) throw error
          throw new Refused('needs_running_instance', { details: { action }, cause: error })
        })
      : await openSftpFiles(ctx, id, lane)
  return asFileRefusals(files, () => work(files))
}

/** Whether the machine cannot open the disk of a stopped instance, as an agent before it could does not know the call. */
export function isUnable(error: unknown): boolean {
  return error instanceof Refused && ['files_unavailable', 'not_found'].includes(error.code)
}

/**
 * Opens the files of a stopped instance, for work that may outlive the call: dispose of it at its end.
 * @throws Refused as {@link isUnable} names them; `machine_offline`; `upstream_failed` while the disk is in use
 */
export async function openStopped(
  ctx: FilesCtx,
  { id, machine_id: machineId }: InstanceRow,
  lane: FileLane,
): Promise<SftpFiles & Disposable> {
  const signal = ctx.authenticator.sessionSignal(ctx.actor, ctx.signal)
  const session = await ctx.fileSessions.open({ id, machineId, state: 'stopped' }, lane, signal)
  return {
    state: 'stopped',
    sftp: session.sftp,
    signal,
    [Symbol.dispose]: () => session[Symbol.dispose](),
  }
}

/** Opens the files of a running instance, for work that may outlive the call, such as a download: dispose of it at its end. */
export async function openSftpFiles(
  ctx: FilesCtx,
  id: InstanceId,
  lane: FileLane,
): Promise<SftpFiles & Disposable> {
  const { machine_id: machineId } = await enterInstance(ctx, id)
  const signal = ctx.authenticator.sessionSignal(ctx.actor, ctx.signal)
  const session = await ctx.fileSessions.open({ id, machineId, state: 'running' }, lane, signal)
  const connection = ctx.connections.open(id)
  const { sftp } = session
  return {
    state: 'running',
    sftp,
    signal,
    [Symbol.dispose]() {
      connection[Symbol.dispose]()
      session[Symbol.dispose]()
    },
  }
}
