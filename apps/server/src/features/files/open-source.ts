import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../platform/ctx.ts'
import { type InstanceRow, ownedInstance } from '../instances/index.ts'
import type { FilesCtx } from './ctx.ts'
import { asFileRefusals } from './file-refusals.ts'
import type { FileLane } from './file-sessions.ts'
import type { FileSource } from './file-source.ts'
import { isUnable, openSftpFiles, openStopped } from './reach-files.ts'
import { sftpSource } from './sftp-source.ts'
import { stoppedSource } from './stopped/stopped-source.ts'

/**
 * Opens the files of the caller's instance for reading, running or stopped, until it is disposed of.
 * @throws Refused `not_found`, `state_conflict`, `machine_offline`, `files_unavailable`, `too_many_requests`
 */
export async function openSource(
  ctx: FilesCtx,
  id: InstanceId,
  lane: FileLane,
): Promise<FileSource> {
  const instance = await ownedInstance(ctx, id)
  const place = ctx.fileCalls.enter(accountOf(ctx).userId)
  try {
    const source =
      instance.state === 'stopped'
        ? await sourceOfStopped(ctx, instance, lane)
        : sftpSource(await openSftpFiles(ctx, id, lane))
    return {
      ...source,
      [Symbol.dispose]() {
        source[Symbol.dispose]()
        place[Symbol.dispose]()
      },
    }
  } catch (error) {
    place[Symbol.dispose]()
    throw error
  }
}

/** By SFTP, or else as the engine of its machine archives it. */
async function sourceOfStopped(
  ctx: FilesCtx,
  instance: InstanceRow,
  lane: FileLane,
): Promise<FileSource> {
  try {
    return sftpSource(await openStopped(ctx, instance, lane))
  } catch (error) {
    const isBusy = error instanceof Refused && error.code === 'upstream_failed'
    if (!isUnable(error) && !isBusy) throw error
    return stoppedSource(ctx, instance)
  }
}

/** Reads something of the instance's files at once. @throws as {@link openSource}, and the failures of files */
export async function readingFiles<T>(
  ctx: FilesCtx,
  id: InstanceId,
  work: (source: FileSource) => Promise<T>,
): Promise<T> {
  using source = await openSource(ctx, id, 'browse')
  return asFileRefusals(source, () => work(source))
}
