import type { MediaId } from '@gridloom/contract/core/ids'
import type { OperatorMedia } from '@gridloom/contract/media/media'
import type { Client } from './calls.ts'
import { hashBlocks, sendContent } from './send-content.ts'
import type { UploadOptions, UploadProgress } from './upload-scene.ts'

/**
 * Uploads the file of a medium, unless the server has its content already. Continues after a broken connection, or from an
 * interrupted earlier upload of the same file.
 * @throws ApiError, NetworkError when retries do not help, AbortError
 */
export async function uploadMedia(
  client: Client,
  mediaId: MediaId,
  { fileName, content, clock, random, signal, onProgress }: UploadOptions,
): Promise<OperatorMedia> {
  const read = (step: UploadProgress['step']) => ({
    ...{ content, signal },
    onBytes: (bytes: number) => onProgress({ step, bytes }),
  })
  const block_hashes = await hashBlocks(read('hashing'))
  const body = { file_name: fileName, size_bytes: content.size, block_hashes }
  const begun = await client.media.startUpload({ params: { id: mediaId }, body, signal })
  if (begun.kind === 'held') return begun.media
  const params = { id: begun.upload.id }
  await sendContent({
    ...read('sending'),
    ...{ receivedBytes: begun.upload.received_bytes, clock, random },
    readOffset: async () => (await client.media.readUpload({ params, signal })).received_bytes,
    send: (offset, bytes) => client.media.sendUpload({ params, offset, bytes, signal }),
  })
  onProgress({ step: 'reading', bytes: content.size })
  return client.media.finishUpload({ params, signal })
}
