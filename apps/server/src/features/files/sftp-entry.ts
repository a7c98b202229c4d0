import type { FileEntry } from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { entryView } from './entry-view.ts'
import { pathBytes } from './path-bytes.ts'
import type { SftpClient } from './sftp/sftp-client.ts'

/** The entry at a path after a change, as an answer. */
export async function sftpEntry(sftp: SftpClient, path: FilePath): Promise<FileEntry> {
  const bytes = pathBytes(path)
  return entryView({
    name: bytes.subarray(bytes.lastIndexOf('/') + 1),
    attributes: await sftp.lstat(bytes),
    ...{ user: null, group: null, target: null, targetKind: null },
  })
}
