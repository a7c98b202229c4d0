import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withPeople } from '../../../../test/people.ts'
import { insertJob, insertRenderMachine, insertScene } from '../../../../test/render-rows.ts'
import { rendered } from '../../../../test/rendered.ts'
import { entriesOf } from '../../../../test/zip-entries.ts'
import { fileKeys } from '../file-keys.ts'

it('shows a frame to its owner, and responds 304 to a matching ETag', async () => {
  await using site = await setup()
  const { raw, path, ada } = site
  const first = await raw('GET', `${path}?size=small`, { token: ada.token })
  expect(first.status).toBe(200)
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline; filename="scene_0001.jpg"',
    'cache-control': 'private, no-cache',
  })
  const etag = first.headers.get('etag') ?? ''
  const again = await site.get(`${path}?size=small`, { 'if-none-match': etag })
  expect(again).toMatchObject({ status: 304 })
  expect(await again.text()).toBe('')
  // Another size has another ETag.
  expect((await site.get(path, { 'if-none-match': etag })).status).toBe(200)
})

it('rejects strangers and an invalid size, and reports a missing picture as not ready', async () => {
  await using site = await setup()
  const { raw, path, ada } = site
  const eve = await site.someone('eve')
  expect(await raw('GET', path)).toMatchObject({ status: 401 })
  expect(await raw('GET', path, { token: eve.token })).toMatchObject({ status: 404 })
  expect(await raw('GET', `${path}?size=huge`, { token: ada.token })).toMatchObject({ status: 400 })
  const second = path.replace('/frames/1/', '/frames/2/')
  const early = await raw('GET', second, { token: ada.token })
  expect(early.status).toBe(409)
  expect(early.text).toContain('picture_not_ready')
})

it('creates a link that downloads once without a token, and is not used up by HEAD', async () => {
  await using site = await setup()
  const { client } = site.ada
  const { url } = await client.rendering.makeDownload({
    params: { id: site.jobId },
    body: { kind: 'zip' },
  })
  expect(url).toMatch(/^\/api\/render\/downloads\/[\w-]{43}$/)
  // A HEAD request, as link previews send it, does not use the ticket up.
  expect((await fetch(new URL(url, site.url), { method: 'HEAD' })).status).toBe(404)
  const download = await fetch(new URL(url, site.url))
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="scene.zip"')
  const entries = entriesOf(Buffer.from(await download.arrayBuffer()))
  expect(entries.map(({ name }) => name)).toEqual(['scene_0001.png', 'missing-frames.txt'])
  expect(await site.raw('GET', url)).toMatchObject({ status: 404 })
  const madeUp = url.replace(/[\w-]{5}$/, 'AAAAA')
  expect(await site.raw('GET', madeUp)).toMatchObject({ status: 404 })
})

it('shows and changes rendering on the caller’s own machines only', async () => {
  await using site = await setup()
  const { client } = site.ada
  const params = { id: site.machineId }
  expect(await client.rendering.readMachine({ params })).toMatchObject({
    enabled: true,
    trust: 100,
  })
  const changed = await client.rendering.changeMachine({ params, body: { enabled: false } })
  expect(changed).toMatchObject({ enabled: false, micro_usd_per_reference_hour: 3_600_000 })
  const eve = await site.someone('eve')
  await expect(eve.client.rendering.readMachine({ params })).rejects.toMatchObject({ status: 404 })
})

/** A job of two frames, of which one is done. */
async function setup() {
  const people = await withPeople()
  const { db, system } = people
  const ada = await people.someone('ada')
  const rows = { db, ids: system.ids }
  const machineId = await insertRenderMachine(rows, { accountId: ada.id })
  const sceneId = await insertScene(rows, { accountId: ada.id, contentHash: 'a'.repeat(64) })
  const jobId = await insertJob(rows, { accountId: ada.id, sceneId, frames: 2 })
  const { bytes } = rendered('honest.png')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const name = { number: 1, part: 0, sha256 }
  await system.files.put(fileKeys.picture(jobId, name), [bytes], system.signal)
  const preview = rendered('honest.jpg').bytes
  await system.files.put(fileKeys.preview(jobId, name, 'small'), [preview], system.signal)
  await sql`update render_frames set state = 'done', sha256 = ${sha256}, bytes = ${bytes.length}
    where job_id = ${jobId} and number = 1`.execute(db)
  await sql`update render_jobs set frames_done = 1 where id = ${jobId}`.execute(db)
  const { url } = people.server
  return {
    ...people,
    ada,
    url,
    jobId,
    machineId,
    path: `/api/render/jobs/${jobId}/frames/1/picture`,
    get: (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, url), { headers: { authorization: `Bearer ${ada.token}`, ...headers } }),
  }
}
