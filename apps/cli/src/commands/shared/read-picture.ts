import { limits } from '@gridloom/contract/core/constants'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'

/** The first bytes of each kind of picture, in hexadecimal; a dot stands for any digit. */
const beginnings = {
  png: /^89504e470d0a1a0a/,
  jpeg: /^ffd8ff/,
  webp: /^52494646.{8}57454250/,
} as const

/** How much of a file says which kind of picture it is. */
const headBytes = 12

/** Returns a picture of this computer as a data URL. The server checks its content. @throws UsageError */
export async function readPicture({ host }: Pick<Ctx, 'host'>, file: string): Promise<string> {
  const path = Buffer.from(file)
  const found = await host.localFiles.find(path)
  if (found?.kind !== 'file') throw new UsageError(`File ${file} not found.`)
  if (found.sizeBytes > limits.pictureBytes)
    throw new UsageError(`${file} is larger than ${limits.pictureBytes / 1_024} KiB.`)
  await using reader = await host.localFiles.read(path)
  const bytes = Buffer.from(await reader.read(0, found.sizeBytes))
  const head = bytes.subarray(0, headBytes).toString('hex')
  const kind = Object.entries(beginnings).find(([, beginning]) => beginning.test(head))?.[0]
  if (kind === undefined) throw new UsageError(`${file} is no PNG, JPEG or WebP picture.`)
  return `data:image/${kind};base64,${bytes.toString('base64')}`
}
