import { Refused } from '@gridloom/contract/errors'
import { SftpFailure } from './sftp/connection.ts'
import type { SftpClient } from './sftp/sftp-client.ts'
import { statusCodes } from './sftp/wire.ts'

/** Under this a disk counts as full: a piece that did not fit may have been larger than what is left. */
const fullBelowBytes = 1024 * 1024

/**
 * The error of a write, as `instance_disk_full` where that is the reason: SFTP has no status for it, so the free space
 * is asked for.
 */
export async function diskFullOr(
  sftp: SftpClient,
  folder: Buffer,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof SftpFailure) || error.status !== statusCodes.failure) return error
  // @NOTE a server without this question leaves the error as it is.
  const freeBytes = await sftp.freeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
  return freeBytes < fullBelowBytes ? new Refused('instance_disk_full', { cause: error }) : error
}
