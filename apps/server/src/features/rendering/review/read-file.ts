import type { Ctx } from '../../../platform/ctx.ts'
import type { Files } from '../../../platform/files/files.ts'
import { joined } from '../pictures/clean-png.ts'
import { NotAPicture, pictureBytesMax } from '../pictures/pictures.ts'

type Reading = Pick<Ctx, 'signal'> & { readonly files: Files }

/** Reads a picture's file into memory. @throws NotAPicture if it is too large; FileMissing */
export async function readPictureFile(
  { files, signal }: Reading,
  key: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of files.read(key)) {
    signal.throwIfAborted()
    bytes += chunk.length
    if (bytes > pictureBytesMax) throw new NotAPicture('The file is larger than 1 GiB')
    chunks.push(chunk)
  }
  return joined(chunks)
}
