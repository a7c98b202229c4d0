import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RenderUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import { keepOpen } from '../../companies/index.ts'
import { fileKeys } from '../file-keys.ts'
import type { UploadRow } from '../schema.ts'
import { claim } from './claim.ts'
import type { UploadingCtx } from './ctx.ts'
import { discardUpload } from './discard-upload.ts'
import { findOwnUpload } from './find-own-upload.ts'
import { type CountedScene, insertScene, sceneOfContent } from './scenes-store.ts'
import { expireUpload } from './uploads-store.ts'
import { sceneView } from './views.ts'

/**
 * Creates a scene from a complete upload, whose blocks were verified as they arrived: joins them, reads the scene's
 * contents, and stores it. A scene that cannot be rendered at all is deleted. A caller that retries after a lost
 * response finds no upload; announcing the content again returns the stored scene.
 * @throws Refused `not_found`, `state_conflict`, `scene_broken`
 */
export async function finishUpload(ctx: UploadingCtx, id: RenderUploadId): Promise<RenderScene> {
  const upload = await findOwnUpload(ctx, id)
  if (upload.received_bytes !== upload.size_bytes)
    throw new Refused('state_conflict', { details: { what: 'upload', state: 'incomplete' } })
  await using _mine = await claim(ctx, {
    id,
    offset: upload.size_bytes,
    hasMoved: () => true,
    stalled: () => {},
  })
  const file = path.join(ctx.files.scratchFolder, `scene-${ctx.ids.secret()}`)
  try {
    await putTogether(ctx, upload, file)
    const contents = await contentsOf(ctx, upload, file)
    return sceneView(await keepScene(ctx, { upload, contents, file }))
  } finally {
    await rm(file, { force: true })
  }
}

async function putTogether(ctx: UploadingCtx, upload: UploadRow, file: string): Promise<void> {
  const segments = async function* () {
    for (const { name } of upload.segments) yield* ctx.files.read(fileKeys.upload(upload.id) + name)
  }
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(ctx.files.reserve.whileKept(segments())), sink, {
    signal: whateverComes(),
  })
}

/** Reads the scene's contents. The file of a broken scene is deleted. */
async function contentsOf(
  ctx: UploadingCtx,
  upload: UploadRow,
  file: string,
): Promise<SceneContents> {
  try {
    return await ctx.sceneReader.read({ file, fileName: upload.file_name }, whateverComes())
  } catch (error) {
    if (error instanceof Refused && error.code === 'scene_broken') await giveUp(ctx, upload)
    throw error
  }
}

async function giveUp(ctx: UploadingCtx, { id }: UploadRow): Promise<void> {
  await ctx.transact((tx) => expireUpload(tx, { id, now: ctx.clock.now() }))
  await discardUpload(ctx, id)
}

interface Keeping {
  upload: UploadRow
  contents: SceneContents
  file: string
}

/** Stores the file before the scene's row; a crash in between leaves an unreferenced file. */
async function keepScene(
  ctx: UploadingCtx,
  { upload, contents, file }: Keeping,
): Promise<CountedScene> {
  const { account_id: accountId, content_hash: contentHash } = upload
  const id = ctx.ids.mint('renderScene')
  await ctx.files.adopt(fileKeys.scene(id), file, whateverComes())
  const writing = ctx.transact(async (tx) => {
    await keepOpen(tx, accountId)
    const now = ctx.clock.now()
    const isInserted = await insertScene(tx, {
      id,
      account_id: accountId,
      file_name: upload.file_name,
      content_hash: contentHash,
      size_bytes: upload.size_bytes,
      contents: JSON.stringify(contents),
      uploaded_at: now,
    })
    await expireUpload(tx, { id: upload.id, now })
    tx.note({ subject: id })
    return { scene: await sceneOfContent(tx.db, accountId, contentHash), isNew: isInserted }
  })
  const { scene, isNew } = await writing.catch(async (error: unknown) => {
    await ctx.files.remove(fileKeys.scene(id))
    throw error
  })
  if (!isNew) await ctx.files.remove(fileKeys.scene(id))
  await discardUpload(ctx, upload.id)
  if (scene === undefined) throw new Refused('not_found', { details: { what: 'scene' } })
  return scene
}

/**
 * Returns a signal that never aborts: half a scene is of no use, so neither a disconnect nor a shutdown ends this
 * early.
 */
function whateverComes(): AbortSignal {
  return new AbortController().signal
}
