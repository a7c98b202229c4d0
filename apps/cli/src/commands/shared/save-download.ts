import { NetworkError } from '@gridloom/client/api-error'
import type { Ctx } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'

interface SaveDownload {
  /** A path of this computer, or `-` for standard output. */
  file: string
  /** Whether another file may be replaced. */
  force: boolean | undefined
  download(): Promise<Response>
}

/**
 * Downloads into a file, which appears once it is complete. Returns its size in bytes; `undefined`: it went to standard
 * output. @throws UsageError if the file exists, before anything is downloaded; NetworkError for a part of a file
 */
export async function saveDownload(
  ctx: Ctx,
  { file, force, download }: SaveDownload,
): Promise<number | undefined> {
  const { host, output, signal } = ctx
  if (file === '-') {
    for await (const piece of piecesOf(await download(), signal))
      await output.bytes('stdout', piece)
    return undefined
  }
  const { files } = host
  if (!force && (await files.size(file)) !== undefined)
    throw new UsageError(`${file} exists. Add --force to replace it.`)
  const pieces = piecesOf(await download(), signal)
  await (force ? files.save(file, pieces, signal) : files.saveNew(file, pieces, signal))
  return (await files.size(file)) ?? 0
}

async function* piecesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) throw new NetworkError('broken')
  try {
    yield* body
  } catch (cause) {
    signal.throwIfAborted()
    throw new NetworkError('broken', { cause })
  }
}
