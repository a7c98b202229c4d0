import path from 'node:path'
import type { FileSource } from '@gridloom/blend/node'
import { readScene } from '@gridloom/blend/read-scene'
import { SceneBroken } from '@gridloom/blend/scene-broken'
import { type UploadProgress, uploadScene } from '@gridloom/client/upload-scene'
import { limits } from '@gridloom/contract/core/constants'
import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Ctx } from '../../ctx.ts'
import { FailedError, UsageError } from '../../errors.ts'
import { barText } from '../../output/bar.ts'
import { contentsText } from '../../output/render-facts.ts'

/** Inspects a file, prints its summary, and uploads it unless the account has the same content already. */
export async function uploadFile(ctx: Ctx, file: string): Promise<RenderScene> {
  await using source = await ctx.host.files.open(file)
  const fileName = path.basename(file)
  if (source.size > limits.sceneBytes)
    throw new UsageError(`${fileName} is ${formatBytes(source.size)}. The maximum is 20 GiB.`)
  const contents = await read(source, { fileName, signal: ctx.signal })
  ctx.output.note(contentsText(contents, fileName))
  // Awaited here, because the file is closed when this returns.
  return await uploadScene(ctx.client, {
    fileName,
    content: source,
    clock: ctx.host.clock,
    random: ctx.host.random,
    signal: ctx.signal,
    onProgress: (progress) => ctx.output.progress(progressText(progress, source.size)),
  })
}

async function read(
  source: FileSource,
  { fileName, signal }: { fileName: string; signal: AbortSignal },
): Promise<SceneContents> {
  try {
    return await readScene(source, fileName, { signal })
  } catch (error) {
    if (!(error instanceof SceneBroken)) throw error
    throw new FailedError(`${fileName} cannot be rendered: ${error.message}`, { cause: error })
  }
}

const verbs = { hashing: 'Reading', sending: 'Uploading' } as const

function progressText({ step, bytes }: UploadProgress, size: number): string {
  if (step === 'reading') return 'Processing the scene…'
  return `${verbs[step]} ${barText(bytes, size)} ${formatBytes(bytes)} of ${formatBytes(size)}`
}
