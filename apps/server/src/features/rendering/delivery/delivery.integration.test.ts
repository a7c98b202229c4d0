import { buffer } from 'node:stream/consumers'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { textIn } from '../../../../test/rendered.ts'
import { entriesOf } from '../../../../test/zip-entries.ts'
import { decodePicture } from '../pictures/decode.ts'
import { downloadByTicket } from './download.ts'
import { makeDownload } from './make-download.ts'
import { readFramePicture } from './read-picture.ts'

describe("a frame's picture", () => {
  it('is returned in full with its name, to its owner only', async () => {
    await using site = await withRendering()
    const { job, owner, stranger } = await rendered(site, 1)
    const file = await readFramePicture(owner, { id: job.id, frame: 1, size: 'original' })
    expect(file).toMatchObject({
      fileName: 'scene_0001.png',
      contentType: 'image/png',
      etag: expect.stringMatching(/^original-[0-9a-f]{64}$/),
    })
    const bytes = await buffer(file.pieces)
    expect(bytes.length).toBe(file.bytes)
    expect(textIn(bytes)).not.toContain('provider')
    const asked = readFramePicture(stranger, { id: job.id, frame: 1, size: 'original' })
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each(['large', 'medium', 'small'] as const)('has a %s preview', async (size) => {
    await using site = await withRendering()
    const { job, owner } = await rendered(site, 1)
    const file = await readFramePicture(owner, { id: job.id, frame: 1, size })
    expect(file).toMatchObject({ contentType: 'image/jpeg', disposition: 'inline' })
    expect(await decodePicture(await buffer(file.pieces), 'jpeg')).toMatchObject({
      width: size === 'large' ? 96 : 48,
    })
  })

  it('has only previews while it is being checked', async () => {
    await using site = await withRendering()
    await site.machine()
    const { job, owner } = await rendered(site, 1)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'checking' })
    await expect(
      readFramePicture(owner, { id: job.id, frame: 1, size: 'small' }),
    ).resolves.toBeDefined()
    const original = readFramePicture(owner, { id: job.id, frame: 1, size: 'original' })
    await expect(original).rejects.toMatchObject({ code: 'picture_not_ready' })
  })

  it('is refused as not ready before it is rendered, and as not found for another frame', async () => {
    await using site = await withRendering()
    const job = await site.job()
    const owner = site.ctxAs(anActor(job.owner))
    const early = readFramePicture(owner, { id: job.id, frame: 1, size: 'small' })
    await expect(early).rejects.toMatchObject({ code: 'picture_not_ready' })
    const none = readFramePicture(owner, { id: job.id, frame: 99, size: 'small' })
    await expect(none).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a download ticket', () => {
  it('works once, even for concurrent requests', async () => {
    await using site = await withRendering()
    const { ticket, visitor } = await ticketed(site, 'zip')
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map(() => downloadByTicket(visitor, ticket)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(downloadByTicket(visitor, ticket)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('expires after a minute', async () => {
    await using site = await withRendering()
    const { ticket, visitor } = await ticketed(site, 'zip')
    await site.clock.advance(60_000)
    await expect(downloadByTicket(visitor, ticket)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is stored only as a hash, and deleted with the next ticket once it has expired', async () => {
    await using site = await withRendering()
    const { job, owner, ticket } = await ticketed(site, 'zip')
    const kept = async () => {
      const { rows } = await sql<{
        row: string
      }>`select t::text as row from render_tickets t`.execute(site.db)
      return rows.map(({ row }) => row)
    }
    expect(await kept()).toHaveLength(1)
    expect((await kept()).join()).not.toContain(ticket)
    await site.clock.advance(61_000)
    await makeDownload(owner, job.id, 'zip')
    expect(await kept()).toHaveLength(1)
  })

  it('is refused for another account’s job, and for a job without pictures', async () => {
    await using site = await withRendering()
    const { job, stranger } = await rendered(site, 1)
    await expect(makeDownload(stranger, job.id, 'zip')).rejects.toMatchObject({ code: 'not_found' })
    const empty = await site.job()
    const made = makeDownload(site.ctxAs(anActor(empty.owner)), empty.id, 'mp4')
    await expect(made).rejects.toMatchObject({ code: 'picture_not_ready' })
  })

  it('does not work for a job that was deleted meanwhile', async () => {
    await using site = await withRendering()
    const { ticket, visitor, job } = await ticketed(site, 'zip')
    await sql`update render_jobs set removed_at = now() where id = ${job.id}`.execute(site.db)
    await expect(downloadByTicket(visitor, ticket)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('downloads all frames as one zip that lists missing ones', async () => {
  await using site = await withRendering()
  const { ticket, visitor, job } = await ticketed(site, 'zip')
  await sql`update render_frames set state = 'failed' where job_id = ${job.id} and number = 2`.execute(
    site.db,
  )
  const file = await downloadByTicket(visitor, ticket)
  expect(file).toMatchObject({ fileName: 'scene.zip', contentType: 'application/zip' })
  const entries = entriesOf(await buffer(file.pieces))
  expect(entries.map(({ name }) => name)).toEqual([
    'scene_0001.png',
    'scene_0003.png',
    'missing-frames.txt',
  ])
})

it('downloads a video of the frames, encoded once for the same pictures', async () => {
  await using site = await withRendering()
  const { ticket, visitor, owner, job } = await ticketed(site, 'mp4')
  const file = await downloadByTicket(visitor, ticket)
  expect(file).toMatchObject({ fileName: 'scene_1-3.mp4', contentType: 'video/mp4' })
  const bytes = await buffer(file.pieces)
  expect(bytes.length).toBe(file.bytes)
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
  const { url } = await makeDownload(owner, job.id, 'mp4')
  // With an aborted signal, no second video can be encoded.
  const gone = AbortSignal.abort(new Error('gone'))
  const again = await downloadByTicket({ ...visitor, signal: gone }, ticketIn(url))
  expect(await buffer(again.pieces)).toEqual(bytes)
})

/** A job of which a machine rendered all frames. */
async function rendered(site: RenderSite, frames: number) {
  const machine = await site.machine()
  const job = await site.job({ frames })
  await site.renderAll(machine, () => 'honest.png')
  const owner = site.ctxAs(anActor(job.owner))
  const stranger = site.ctxAs(anActor(await site.somebody()))
  return { job, owner, stranger }
}

async function ticketed(site: RenderSite, kind: 'zip' | 'mp4') {
  const made = await rendered(site, 3)
  const { url } = await makeDownload(made.owner, made.job.id, kind)
  return { ...made, ticket: ticketIn(url), visitor: site.ctxAs({ kind: 'visitor' }) }
}

function ticketIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
