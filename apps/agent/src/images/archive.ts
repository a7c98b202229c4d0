import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { RuntimeFailure } from '../runtime/failure.ts'
import type { ImageArchive } from '../runtime/port.ts'

export interface ImageFile {
  path: string
  compressed: boolean
}

/** Returns the file name of an image's archive, without `.tar` or `.tar.gz`: `debian:12` → `debian_12`. */
export function archiveName(image: string): string {
  return image.replaceAll(/[/:@]/g, '_')
}

/** Returns the archive that the provider stored for this image, if there is one. */
export async function findArchive(dataDir: string, image: string): Promise<ImageFile | undefined> {
  for (const ending of ['.tar', '.tar.gz'] as const) {
    const path = join(dataDir, 'images', archiveName(image) + ending)
    if (await exists(path)) return { path, compressed: ending === '.tar.gz' }
  }
  return undefined
}

/** Opens an archive; the name of its first entry decides its kind. Errors: `image_archive_broken`. */
export async function readArchive(image: string, file: ImageFile): Promise<ImageArchive> {
  const kind = kindOfArchive(await firstName(image, file))
  const stream = contentOf(file)
  return kind === 'saved' ? { kind, image, stream } : { kind, image, stream, changes: [] }
}

/**
 * Returns the kind of an archive. `docker save` begins with a layer's folder, a blob or a list of its content; a root
 * file system begins with one of its folders. Source: OCI image layout, and the output of Docker 1.10 to 28.
 */
export function kindOfArchive(firstEntry: string): ImageArchive['kind'] {
  const isSaved =
    /^(?:\.\/)?(?:blobs\/|oci-layout$|index\.json$|manifest\.json$|repositories$|[0-9a-f]{64}(?:\/|\.json$|\.tar$))/
  return isSaved.test(firstEntry) ? 'saved' : 'root_file_system'
}

function contentOf({ path, compressed }: ImageFile): Readable {
  const file = createReadStream(path)
  if (!compressed) return file
  const content = createGunzip()
  file.on('error', (cause) => content.destroy(cause))
  return file.pipe(content)
}

/** Reads the name in the first tar header: the first 100 bytes of its block. */
async function firstName(image: string, file: ImageFile): Promise<string> {
  const content = contentOf(file)
  try {
    for await (const piece of content) {
      const block = Buffer.from(piece)
      const isTar = block.length >= 512 && block.toString('latin1', 257, 262) === 'ustar'
      if (!isTar) break
      return block.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    }
  } catch (cause) {
    throw broken(image, cause)
  } finally {
    content.destroy()
  }
  throw broken(image)
}

function broken(image: string, cause?: unknown): RuntimeFailure {
  const text = `The archive for ${image} on this machine is not a tar file.`
  return new RuntimeFailure('image_archive_broken', text, { cause })
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    // @NOTE a probe: an archive that cannot be read counts as missing
    return false
  }
}
