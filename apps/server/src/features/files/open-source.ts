import type { InstanceId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { ownedInstance } from '../instances/index.ts'
import type { FilesCtx } from './ctx.ts'
import { asFileRefusals } from './file-refusals.ts'
import type { FileLane } from './file-sessions.ts'
import type { FileSource } from './file-source.ts'
import { openRunningFiles } from './reach-files.ts'
import { runningSource } from './running-source.ts'
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
        ? stoppedSource(ctx, instance)
        : runningSource(await openRunningFiles(ctx, id, lane))
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

/** Reads something of the instance's files at once. @throws as {@link openSource}, and the failures of files */
export async function readingFiles<T>(
  ctx: FilesCtx,
  id: InstanceId,
  work: (source: FileSource) => Promise<T>,
): Promise<T> {
  using source = await openSource(ctx, id, 'browse')
  return asFileRefusals(source, () => work(source))
}
