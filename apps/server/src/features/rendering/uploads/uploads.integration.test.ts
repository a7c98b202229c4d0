import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { hashBlockBytes, limits } from '@gridloom/contract/core/constants'
import { type AccountId, RenderSceneId, RenderUploadId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { withPeople } from '../../../../test/people.ts'
import {
  aBlend,
  announce,
  aScene,
  begin,
  brokenLine,
  patch,
  patchSlowly,
  send,
  uploadScene,
} from '../../../../test/scenes.ts'
import { fileKeys } from '../file-keys.ts'
import type { RenderingTables } from '../schema.ts'
import { sweepUploads } from './sweep-uploads.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** Three blocks; must not be modified. */
const wholeScene = aScene()

it('creates a scene from the uploaded file, with the contents that the server read in it', async () => {
  await using site = await setup()
  const scene = await uploadScene(site.ada, site.content)
  expect(scene).toMatchObject({
    file_name: 'scene.zip',
    size_bytes: site.content.length,
    contents: { kind: 'zip', files: 2, blends: [{ path: 'scene.blend' }] },
    jobs: 0,
  })
  expect(scene.contents.blends[0]?.facts.scenes[0]).toMatchObject({ engine: 'cycles' })
  const kept = await buffer(site.files.read(fileKeys.scene(scene.id)))
  expect(kept.equals(site.content)).toBe(true)
  expect(await site.ada.client.rendering.scenes()).toEqual([scene])
  expect(await site.leftovers()).toEqual([])
})

describe('a broken connection', () => {
  it('loses at most a part of one block, and the client resumes by itself', async () => {
    await using site = await setup()
    const { content, ada } = site
    const upload = await begin(ada.client, content)
    const received = async () =>
      (await ada.client.rendering.readUpload({ params: { id: upload.id } })).received_bytes
    const blockStored = (breaksLeft: number) =>
      site.until(async () => breaksLeft > 0 || (await received()) >= hashBlockBytes || undefined)
    await using line = await brokenLine(site.url, [3 * 1024 ** 2, 10 * 1024 ** 2], blockStored)
    // A busy server may notice the break after the client does; until then, the old claim is still valid.
    const retryDelays = Array.from({ length: 100 }, () => 100)
    const offsets = await send({ ...ada, url: line.url, upload, content, retryDelays })
    expect(line.breaksLeft).toEqual([])
    expect(offsets.slice(0, 2)).toEqual([0, expect.any(Number)])
    expect(offsets.at(-1)).toBeGreaterThanOrEqual(hashBlockBytes)
    const scene = await ada.client.rendering.finishUpload({ params: { id: upload.id } })
    expect((await buffer(site.files.read(fileKeys.scene(scene.id)))).equals(content)).toBe(true)
  })

  it('leaves an upload that the same announcement resumes, also from another browser', async () => {
    await using site = await setup()
    const { content, ada } = site
    const upload = await begin(ada.client, content)
    await using line = await brokenLine(site.url, [10 * 1024 ** 2])
    await expect(
      send({ ...ada, url: line.url, upload, content, retryDelays: [] }),
    ).rejects.toThrow()
    const kept = await site.until(async () => {
      const { received_bytes } = await ada.client.rendering.readUpload({ params: upload })
      return received_bytes > hashBlockBytes ? received_bytes : undefined
    })
    const again = await begin(ada.client, content)
    expect(again).toMatchObject({ id: upload.id, received_bytes: kept })
  })

  it('is cut when no bytes arrive for some seconds, so that another can resume', async () => {
    await using site = await setup()
    const { content, ada } = site
    const upload = await begin(ada.client, content)
    const hanging = patchSlowly({ ...ada, upload, content: content.subarray(0, 1_000) })
    await site.until(async () => ((await site.writerOf(upload.id)) ? true : undefined))
    const some = content.subarray(0, 10)
    expect((await patch({ ...ada, upload, content: some }, { offset: 0 })).status).toBe(409)
    await site.until(async () => {
      await site.clock.advance(2_000)
      return (await site.writerOf(upload.id)) ? undefined : true
    })
    await expect(hanging.answer).rejects.toThrow()
    const { received_bytes } = await ada.client.rendering.readUpload({ params: upload })
    expect(received_bytes).toBe(1_000)
    await send({ ...ada, upload, content })
    await ada.client.rendering.finishUpload({ params: upload })
  })
})

describe('bytes that differ from the announcement', () => {
  it('are rejected per block, which can be sent again', async () => {
    await using site = await setup()
    const { content, ada } = site
    const upload = await begin(ada.client, content)
    const wrong = Buffer.from(content)
    wrong[hashBlockBytes + 5] = (wrong[hashBlockBytes + 5] ?? 0) ^ 1
    const blocks = wrong.subarray(0, 2 * hashBlockBytes)
    const refused = await patch({ ...ada, upload, content: blocks }, { offset: 0 })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      status: 'error',
      code: 'upload_mismatch',
      error: 'The uploaded file does not match its announced hash. Upload it again.',
    })
    const { received_bytes } = await ada.client.rendering.readUpload({ params: upload })
    expect(received_bytes).toBe(hashBlockBytes)
    await send({ ...ada, upload, content })
    await ada.client.rendering.finishUpload({ params: upload })
  })

  it('are detected in a block that arrived in two segments', async () => {
    await using site = await setup()
    const { content, ada } = site
    const upload = await begin(ada.client, content)
    const head = await patch({ ...ada, upload, content: randomBytes(5_000) }, { offset: 0 })
    expect(head.status).toBe(204)
    const rest = content.subarray(5_000, hashBlockBytes)
    expect((await patch({ ...ada, upload, content: rest }, { offset: 5_000 })).status).toBe(400)
    const { received_bytes } = await ada.client.rendering.readUpload({ params: upload })
    expect(received_bytes).toBe(0)
    expect(await site.leftovers()).toEqual([])
  })

  it('are rejected at another offset, and change nothing', async () => {
    await using site = await setup()
    const { content, ada } = site
    const upload = await begin(ada.client, content)
    const some = content.subarray(0, 100)
    expect((await patch({ ...ada, upload, content: some }, { offset: 100 })).status).toBe(409)
    expect((await patch({ ...ada, upload, content: some }, { offset: 0 })).status).toBe(204)
    expect((await patch({ ...ada, upload, content: some }, { offset: 0 })).status).toBe(409)
    const { received_bytes } = await ada.client.rendering.readUpload({ params: upload })
    expect(received_bytes).toBe(100)
  })

  it('are rejected beyond the size, with or without a content length', async () => {
    await using site = await setup()
    const content = await aBlend()
    const { ada } = site
    const upload = await begin(ada.client, content)
    const longer = Buffer.concat([content, bytesOf('x')])
    const whole = await patch({ ...ada, upload, content: longer }, { offset: 0 })
    expect(whole.status).toBe(413)
    expect(await whole.json()).toMatchObject({ code: 'too_large' })
    const slow = patchSlowly({ ...ada, upload, content: longer })
    slow.end()
    expect((await slow.answer).status).toBe(413)
  })

  it('are not finished while some are missing', async () => {
    await using site = await setup()
    const upload = await begin(site.ada.client, site.content)
    await expect(site.ada.client.rendering.finishUpload({ params: upload })).rejects.toMatchObject({
      code: 'state_conflict',
      message: 'This action is not available while the upload is incomplete.',
    })
  })
})

describe('the same content', () => {
  it('is not sent again under another name', async () => {
    await using site = await setup()
    const { ada } = site
    const content = await aBlend()
    const scene = await uploadScene(ada, content)
    const again = await ada.client.rendering.startUpload({ body: announce(content, 'b.blend') })
    expect(again).toEqual({ kind: 'held', scene })
  })

  it('has to be sent by another account, which learns nothing of the first', async () => {
    await using site = await setup()
    const content = await aBlend()
    const scene = await uploadScene(site.ada, content)
    const begun = await site.eve.client.rendering.startUpload({ body: announce(content) })
    expect(begun).toMatchObject({ kind: 'upload', upload: { received_bytes: 0 } })
    const hers = await uploadScene(site.eve, content)
    expect(hers.id).not.toBe(scene.id)
    await site.eve.client.rendering.removeScene({ params: hers })
    expect(await site.files.size(fileKeys.scene(scene.id))).toBe(content.length)
  })

  it('becomes one scene when it is finished twice concurrently', async () => {
    await using site = await setup()
    const { ada } = site
    const content = await aBlend()
    const upload = await begin(ada.client, content)
    await send({ ...ada, upload, content })
    const finish = () => ada.client.rendering.finishUpload({ params: upload })
    const ended = await Promise.allSettled([finish(), finish()])
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ada.client.rendering.scenes()).toHaveLength(1)
    const held = await ada.client.rendering.startUpload({ body: announce(content) })
    expect(held.kind).toBe('held')
  })
})

describe('an announced scene', () => {
  it('is refused if it is larger than the limit for a scene', async () => {
    await using site = await setup()
    const body = { ...announce(bytesOf('x')), size_bytes: limits.sceneBytes + 1 }
    await expect(site.ada.client.rendering.startUpload({ body })).rejects.toMatchObject({
      code: 'too_large',
      message: 'The request exceeds the limit of 20 GiB.',
    })
  })

  it('is refused if its number of blocks does not match its size', async () => {
    await using site = await setup()
    const body = { ...announce(bytesOf('x')), size_bytes: hashBlockBytes + 1 }
    await expect(site.ada.client.rendering.startUpload({ body })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { block_hashes: 'A file of this size has 2 blocks.' },
    })
  })

  it('is refused if it exceeds the quota for scenes and uploads together', async () => {
    await using site = await setup()
    const { client } = site.ada
    const size = limits.sceneBytes
    for (let at = 0; at < 5; at++)
      await client.rendering.startUpload({ body: hugeAnnouncement(size, at) })
    const one = announce(bytesOf('x'))
    await expect(client.rendering.startUpload({ body: one })).rejects.toMatchObject({
      code: 'limit_reached',
      message:
        'You can have at most 100 GiB of scenes for a user and the companies they own, counted together. Remove one first.',
    })
    await site.clock.jump(dayMs + 1)
    // Expired uploads count until their files are deleted.
    await sweepUploads(site.system)
    await expect(client.rendering.startUpload({ body: one })).resolves.toBeDefined()
  })
})

it('rejects a file that is not a scene with a reason, and deletes it', async () => {
  await using site = await setup()
  const { ada } = site
  const content = Buffer.concat([bytesOf('#!/bin/sh\n'), randomBytes(5_000)])
  await expect(uploadScene(ada, content)).rejects.toMatchObject({
    code: 'scene_broken',
    status: 400,
    message: expect.stringMatching(/^This file cannot be rendered: .{10,}/),
  })
  expect(await ada.client.rendering.scenes()).toEqual([])
  expect(await site.leftovers()).toEqual([])
  const begun = await ada.client.rendering.startUpload({ body: announce(content) })
  expect(begun).toMatchObject({ kind: 'upload', upload: { received_bytes: 0 } })
})

it('deletes the bytes of a cancelled upload, also while it is being sent', async () => {
  await using site = await setup()
  const { content, ada } = site
  const upload = await begin(ada.client, content)
  const slow = patchSlowly({
    ...ada,
    upload,
    content: content.subarray(0, hashBlockBytes + 1_000),
  })
  await site.until(async () => {
    const { received_bytes } = await ada.client.rendering.readUpload({ params: upload })
    return received_bytes > 0 ? true : undefined
  })
  await ada.client.rendering.cancelUpload({ params: upload })
  slow.end()
  expect((await slow.answer).status).toBe(409)
  await expect(ada.client.rendering.readUpload({ params: upload })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await site.leftovers()).toEqual([])
})

it('expires uploads that were not continued for a day, and no others', async () => {
  await using site = await setup()
  const { content, ada } = site
  const upload = await begin(ada.client, content)
  const { key } = await ada.client.keys.generateApiKey({
    body: { name: 'render', scopes: ['renders:write'] },
  })
  const some = { ...ada, token: key, upload, content: content.subarray(0, 1_000) }
  expect((await patch(some, { offset: 0 })).status).toBe(204)
  await site.clock.jump(dayMs / 2)
  expect((await patch(some, { offset: 1_000 })).status).toBe(204)
  await site.clock.jump(dayMs / 2 + 1_000)
  await sweepUploads(site.system)
  await ada.client.rendering.readUpload({ params: upload })
  await site.clock.jump(dayMs / 2)
  await expect(ada.client.rendering.readUpload({ params: upload })).rejects.toMatchObject({
    code: 'not_found',
  })
  await sweepUploads(site.system)
  expect(await site.leftovers()).toEqual([])
})

describe('a removed scene', () => {
  it('is deleted with its file, and can be uploaded again', async () => {
    await using site = await setup()
    const { ada } = site
    const content = await aBlend()
    const scene = await uploadScene(ada, content)
    await ada.client.rendering.removeScene({ params: scene })
    expect(await ada.client.rendering.scenes()).toEqual([])
    expect(await site.files.size(fileKeys.scene(scene.id))).toBeUndefined()
    await expect(ada.client.rendering.removeScene({ params: scene })).rejects.toMatchObject({
      code: 'not_found',
    })
    await uploadScene(ada, content)
  })

  it('is kept while a job of it is running', async () => {
    await using site = await setup()
    const { ada } = site
    const scene = await uploadScene(ada, await aBlend())
    await site.insertJob(ada.id, scene.id, 'paused')
    expect(await ada.client.rendering.scenes()).toMatchObject([{ jobs: 1 }])
    await expect(ada.client.rendering.removeScene({ params: scene })).rejects.toMatchObject({
      code: 'state_conflict',
      message: 'This action is not available while the scene is being rendered.',
    })
  })

  it('loses its file at the next sweep if the deletion failed at first', async () => {
    await using site = await setup()
    const scene = await uploadScene(site.ada, await aBlend())
    const removed_at = site.clock.now()
    await site.tables.updateTable('render_scenes').set({ removed_at }).execute()
    await sweepUploads(site.system)
    expect(await site.files.size(fileKeys.scene(scene.id))).toBeUndefined()
    const row = await site.tables.selectFrom('render_scenes').selectAll().executeTakeFirst()
    expect(row?.file_gone_at).toEqual(site.clock.now())
  })
})

it('hides uploads and scenes from other accounts as if they did not exist', async () => {
  await using site = await setup()
  const { ada, eve, content } = site
  const upload = await begin(ada.client, content)
  const scene = await uploadScene(ada, await aBlend())
  const calls = [
    () => eve.client.rendering.readUpload({ params: upload }),
    () => eve.client.rendering.finishUpload({ params: upload }),
    () => eve.client.rendering.cancelUpload({ params: upload }),
    () => eve.client.rendering.removeScene({ params: scene }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_found' })
  expect((await patch({ ...eve, upload, content }, { offset: 0 })).status).toBe(404)
  expect((await site.head(upload, eve.token)).status).toBe(404)
  expect(await eve.client.rendering.scenes()).toEqual([])
})

describe('the tus protocol', () => {
  it('reports offset and size by HEAD, with the headers of every response', async () => {
    await using site = await setup()
    const upload = await begin(site.ada.client, site.content)
    const answer = await site.head(upload, site.ada.token)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'upload-length': String(site.content.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
  })

  it('rejects another version, another content type, an invalid offset and a missing token', async () => {
    await using site = await setup()
    const upload = await begin(site.ada.client, site.content)
    const sending = { ...site.ada, upload, content: site.content.subarray(0, 10) }
    const statusWith = async (headers: Record<string, string>) =>
      (await patch(sending, { offset: 0, headers })).status
    const old = await patch(sending, { offset: 0, headers: { 'tus-resumable': '0.2.2' } })
    expect(old.status).toBe(412)
    expect(old.headers.get('tus-version')).toBe('1.0.0')
    expect(await statusWith({ 'content-type': 'application/json' })).toBe(415)
    expect(await statusWith({ 'upload-offset': '-1' })).toBe(400)
    expect(await statusWith({ authorization: '' })).toBe(401)
  })
})

/** An announcement of distinct content: five of these fill an account's quota. */
function hugeAnnouncement(size: number, seed: number) {
  const hash = (at: number) => `${seed}${at}`.padStart(64, '0')
  const count = size / hashBlockBytes
  return {
    file_name: `huge-${seed}.zip`,
    size_bytes: size,
    block_hashes: Array.from({ length: count }, (_, at) => hash(at)),
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

async function setup() {
  const site = await withPeople()
  const { url, container } = site.server
  const [ada, eve] = [await site.someone('ada'), await site.someone('eve')]
  const tables = site.db.withTables<RenderingTables>()
  const filesFolder = path.join(container.files.scratchFolder, '..', 'files')
  return {
    url,
    clock: site.clock,
    system: container.system,
    files: container.files,
    tables,
    ada: { ...ada, url },
    eve: { ...eve, url },
    content: await wholeScene,
    head: (upload: { id: string }, token: string) =>
      fetch(`${url}/api/render/uploads/${upload.id}/bytes`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
      }),
    /** Returns the stored files other than scenes, and those in the scratch folder. */
    async leftovers() {
      const stored = await readdir(filesFolder, { recursive: true, withFileTypes: true })
      const strange = stored.filter(
        (entry) => entry.isFile() && !entry.parentPath.endsWith('render/scenes'),
      )
      const scratch = await readdir(container.files.scratchFolder)
      return [...strange.map(({ name }) => name), ...scratch]
    },
    async writerOf(id: string) {
      const row = await tables
        .selectFrom('render_uploads')
        .select('writer')
        .where('id', '=', RenderUploadId.parse(id))
        .executeTakeFirst()
      return row?.writer ?? undefined
    },
    insertJob: (accountId: AccountId, sceneId: string, state: 'paused') =>
      tables
        .insertInto('render_jobs')
        .values({
          id: container.ids.mint('renderJob'),
          account_id: accountId,
          scene_id: RenderSceneId.parse(sceneId),
          placed_by: null,
          api_key_id: null,
          state,
          settings: '{}',
          created_at: site.clock.now(),
        })
        .execute(),
    /** Polls until there is a result. */
    async until<T>(look: () => Promise<T | undefined>): Promise<T> {
      for (;;) {
        const found = await look()
        if (found !== undefined) return found
      }
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
