import { packTar } from '../pack-tar.ts'
import type { EngineApi } from './engine-api.ts'
import { imageId, importImage } from './images.ts'

/** An image of one empty file: containers that have all they need from a volume still need an image. */
export const emptyImage = 'gridloom/empty:1'

/** Imports {@link emptyImage} where it is missing. */
export async function ensureEmptyImage(api: EngineApi, signal: AbortSignal): Promise<void> {
  if ((await imageId(api, emptyImage, signal)) !== undefined) return
  const archive = await packTar([{ name: 'empty', content: '' }])
  const stream = (async function* () {
    yield archive
  })()
  const kind = 'root_file_system'
  await importImage(api, { kind, image: emptyImage, changes: [], stream }, signal)
}
