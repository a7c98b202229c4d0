import { Refused } from '@gridloom/contract/errors'
import { fileRefused } from './file-refusals.ts'
import { type FileAttributes, kindOf, modeOf } from './sftp/attributes.ts'
import { SftpFailure } from './sftp/connection.ts'
import type { SftpClient } from './sftp/sftp-client.ts'
import { openFlags, statusCodes } from './sftp/wire.ts'

/** The entry at a path, without following a link; `undefined` where there is none. */
export async function findEntry(
  sftp: SftpClient,
  path: Buffer,
): Promise<FileAttributes | undefined> {
  try {
    return await sftp.lstat(path)
  } catch (error) {
    if (error instanceof SftpFailure && error.status === statusCodes.noSuchFile) return undefined
    throw error
  }
}

/** A file that is complete under a temporary name, and what it becomes. */
export interface PlacedFile {
  from: Buffer
  to: Buffer
  /** By default that of the file that is replaced, or 644. */
  mode?: number | undefined
  modifiedS?: number | undefined
  existing: 'replaced' | 'kept'
}

const usualMode = 0o644

/**
 * Gives a complete file its permissions, owner and time, writes it to the disk, and then its name in one step: whoever
 * opens the target finds the earlier content or the new one, whole.
 * @throws Refused `file_exists`, `file_refused`
 */
export async function placeFile(
  sftp: SftpClient,
  { from, to, mode, modifiedS, existing }: PlacedFile,
): Promise<void> {
  const before = await findEntry(sftp, to)
  if (before !== undefined && existing === 'kept') throw new Refused('file_exists')
  if (before !== undefined && kindOf(before) === 'folder') throw new Refused('file_exists')
  if (before !== undefined && kindOf(before) === 'other')
    throw fileRefused('A device or a socket is not replaced.')
  const earlier = before !== undefined && kindOf(before) === 'file' ? before : undefined
  const handle = await sftp.open(from, openFlags.write)
  try {
    if (earlier !== undefined)
      await sftp.changeOpen(handle, {
        owner: { userId: earlier.userId, groupId: earlier.groupId },
      })
    await sftp.changeOpen(handle, {
      mode: mode ?? (earlier === undefined ? usualMode : modeOf(earlier)),
      modifiedS,
    })
    await sftp.sync(handle)
  } finally {
    await sftp.close(handle)
  }
  if (existing === 'replaced') return sftp.replace(from, to)
  try {
    await sftp.rename(from, to)
  } catch (error) {
    if (error instanceof SftpFailure && (await findEntry(sftp, to)) !== undefined)
      throw new Refused('file_exists', { cause: error })
    throw error
  }
}
