import type { ServerStorage } from '@gridloom/contract/operator/storage'
import type { Files } from '../../platform/files/files.ts'

/** Free and total space of this server's disk, with the reserve that is kept free. */
export async function readStorage({
  files,
}: {
  readonly files: Pick<Files, 'reserve'>
}): Promise<ServerStorage> {
  const { freeBytes, totalBytes, reserveBytes, isKept } = await files.reserve.read()
  return {
    free_bytes: freeBytes,
    total_bytes: totalBytes,
    reserve_bytes: Math.round(reserveBytes),
    takes_files: isKept,
  }
}
