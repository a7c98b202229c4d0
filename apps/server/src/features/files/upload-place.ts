import type { InstanceId } from '@gridloom/contract/core/ids'
import { type FileUploadId, uploadNameOf } from '@gridloom/contract/files/file-entry'
import { type FilePath, folderOf } from '@gridloom/contract/files/file-path'
import { joinBytes, pathBytes } from './path-bytes.ts'

/** An upload: its id, and the file that it becomes. */
export interface UploadPlace {
  id: InstanceId
  upload: FileUploadId
  path: FilePath
}

/** The file beside the target that collects the bytes: its size is how far the upload is. */
export function uploadFile({ upload, path }: UploadPlace): { folder: Buffer; file: Buffer } {
  const folder = pathBytes(folderOf(path))
  return { folder, file: joinBytes(folder, Buffer.from(uploadNameOf(upload))) }
}

/** The name of an upload's turn. */
export function turnOf({ id, upload }: UploadPlace): string {
  return `${id}/${upload}`
}
