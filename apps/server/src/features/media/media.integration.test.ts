import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { MediaId } from '@gridloom/contract/core/ids'
import type { MediaCondition, NewMedia, OperatorMedia } from '@gridloom/contract/media/media'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'
import { aJpeg, asciiOf, jpegSegment } from '../../../test/pictures.ts'
import type { MediaCtx } from './ctx.ts'
import { encodeNext } from './encoding/encode-next.ts'

const run = promisify(execFile)
const minuteMs = 60_000

interface LibraryQuery {
  media_title?: string
  condition?: MediaCondition
  page?: number
  page_size?: number
}

describe('the library', () => {
  it('lists what is published, by title, kind and platform, in pages', async () => {
    await using site = await setup()
    const { client } = await site.someone()
    for (const [index, title] of ['GPU tour', '100% gpu_power', 'Draft'].entries()) {
      const made = await site.create({ kind: 'text', title, platforms: index === 0 ? ['x'] : [] })
      if (title !== 'Draft') await site.operator.media.publish({ params: { id: made.id } })
      await site.clock.advance(1_000)
    }
    const titles = async (query: LibraryQuery) =>
      (await client.media.filter({ query })).media.map(({ title }) => title)
    expect(await titles({})).toEqual(['100% gpu_power', 'GPU tour'])
    expect(await titles({ media_title: 'GPU' })).toEqual(['100% gpu_power', 'GPU tour'])
    expect(await titles({ media_title: '0% gpu_' })).toEqual(['100% gpu_power'])
    expect(await titles({ condition: 'x' })).toEqual(['GPU tour'])
    expect(await titles({ condition: 'video' })).toEqual([])
    expect(await titles({ page: 2, page_size: 1 })).toEqual(['GPU tour'])
    expect(await titles({ page: 3, page_size: 1 })).toEqual([])
  })

  it('shows drafts and archived media to nobody, and nothing to visitors', async () => {
    await using site = await setup()
    const { client, token } = await site.someone()
    const { id } = await site.create({ kind: 'text', title: 'Secret' })
    const show = () => refusalOf(client.media.show({ query: { media_captcha: id } }))
    expect(await show()).toMatchObject({ code: 'not_found' })
    await site.operator.media.publish({ params: { id } })
    expect(await show()).toMatchObject({ code: 'good' })
    await site.operator.media.archive({ params: { id } })
    expect(await show()).toMatchObject({ code: 'not_found' })
    expect((await site.raw('GET', '/content/api/filter/media')).status).toBe(401)
    const answer = await site.raw('GET', '/content/api/filter/media', { token })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await refusalOf(client.media.list())).toMatchObject({ code: 'forbidden' })
  })

  it('needs an address for a link, over https and without a password', async () => {
    await using site = await setup()
    for (const link of [null, 'http://a.example/', 'https://u:p@a.example/', 'javascript:alert(1)'])
      expect(
        await refusalOf(site.create({ kind: 'link', title: 'Link', link })),
        String(link),
      ).toMatchObject({ code: 'invalid_input' })
    const made = await site.create({ kind: 'link', title: 'Link', link: 'https://a.example/x' })
    const params = { id: made.id }
    expect(
      await refusalOf(site.operator.media.change({ params, body: { link: null } })),
    ).toMatchObject({ code: 'invalid_input' })
  })
})

describe('posts', () => {
  it('are listed once for each address, with their platform, and removed by their author alone', async () => {
    await using site = await setup()
    const [ada, eve] = [await site.someone(), await site.someone()]
    const { id } = await site.create({ kind: 'text', title: 'Text' })
    const params = { id }
    const post_link = 'https://bsky.app/profile/ada.example/post/3k7?utm_source=x#top'
    const add = (client: typeof ada.client, link = post_link) =>
      client.media.addPost({ params, body: { post_link: link } })
    expect(await refusalOf(add(ada.client))).toMatchObject({ code: 'not_found' })
    await site.operator.media.publish({ params })
    const added = await Promise.all([0, 1, 2].map(() => refusalOf(add(ada.client))))
    expect(added.map(({ code }) => code).sort()).toEqual([
      'good',
      'media_post_known',
      'media_post_known',
    ])
    const posts = async (client: typeof ada.client) =>
      (await client.media.show({ query: { media_captcha: id } })).active_posts
    expect(await posts(eve.client)).toMatchObject([
      {
        platform: 'bluesky',
        post_link: 'https://bsky.app/profile/ada.example/post/3k7',
        is_own: false,
      },
    ])
    const [post] = await posts(ada.client)
    if (post === undefined) throw new RangeError('one is listed')
    const remove = (client: typeof ada.client) =>
      refusalOf(client.media.removePost({ params: { id, post_id: post.id } }))
    expect(await remove(eve.client)).toMatchObject({ code: 'not_found' })
    expect(await remove(ada.client)).toMatchObject({ code: 'good' })
    expect(await posts(ada.client)).toEqual([])
    for (const link of ['http://x.com/a/status/1', 'https://localhost/x', 'https://10.0.0.1/x'])
      expect(await refusalOf(add(ada.client, link)), link).toMatchObject({ code: 'invalid_input' })
  })
})

describe('captions', () => {
  it('are written anew: scripts, styles and tags are gone', async () => {
    await using site = await setup()
    const { id } = await site.create({ kind: 'video', title: 'Video' })
    const params = { id, language: 'en' }
    const vtt = [
      'WEBVTT\n',
      'STYLE\n::cue { background: url(https://evil.example) }\n',
      'NOTE a secret\n',
      '1\n00:01.000 --> 00:02.500 position:10%\n<script>alert(1)</script><v Bob>Hi & <b>you</b>\n',
    ].join('\n')
    const saved = await site.operator.media.saveCaptions({ params, body: { vtt } })
    const served = await site.raw('GET', saved.captions[0]?.url ?? '')
    expect(served.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(served.text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nalert(1)Hi &amp; you\n')
    for (const broken of ['<html>', 'WEBVTT', 'WEBVTT\n\n00:02.000 --> 00:01.000\nx'])
      expect(
        await refusalOf(site.operator.media.saveCaptions({ params, body: { vtt: broken } })),
      ).toMatchObject({ code: 'captions_broken' })
  })
})

describe('pictures', () => {
  it('are ready at once, without Exif and data behind them', async () => {
    await using site = await setup()
    const { client } = await site.someone()
    const whole = aJpeg(640, 480)
    const exif = jpegSegment(0xe1, asciiOf('Exif\0\0GPS 52.5 N'))
    const bytes = Buffer.concat([whole.subarray(0, 2), exif, whole.subarray(2), asciiOf('PK')])
    const { id } = await site.create({ kind: 'picture', title: 'Picture' })
    expect(await refusalOf(site.operator.media.publish({ params: { id } }))).toMatchObject({
      code: 'media_not_ready',
    })
    await site.upload(id, bytes)
    await site.operator.media.publish({ params: { id } })
    const { file } = await client.media.show({ query: { media_captcha: id } })
    const served = await site.raw('GET', file?.file_url ?? '')
    expect(served.headers.get('content-type')).toBe('image/jpeg')
    expect(served.headers.get('cache-control')).toBe('private, max-age=3600, immutable')
    expect(served.text).not.toContain('GPS')
    expect(served.text).not.toContain('PK')
    expect(Number(served.headers.get('content-length'))).toBeLessThanOrEqual(whole.length)
  })

  it('are shown by every page once they are published creatives, and by none before or after', async () => {
    await using site = await setup()
    const { client } = await site.someone()
    const { media } = site.operator
    const { id } = await site.create({ kind: 'picture', title: 'Render faster' })
    const address = `/content/api/media/creatives/${id}`
    const status = async () => (await site.raw('GET', address)).status
    await site.upload(id, aJpeg(600, 500))
    await media.publish({ params: { id } })
    expect(await status()).toBe(404)
    expect((await client.affiliate.creatives()).creatives).toEqual([])
    await media.change({ params: { id }, body: { is_creative: true } })
    const [creative] = (await client.affiliate.creatives()).creatives
    expect(creative).toMatchObject({
      ...{ id, title: 'Render faster', sub_id: `render-faster-${id.slice(-6)}` },
      picture: { width: 300, height: 250, size: 'Medium rectangle' },
    })
    expect(new URL(creative?.picture?.url ?? '').pathname).toBe(address)
    const served = await site.raw('GET', address)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' },
      ...{
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=3600',
      },
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const etag = served.headers.get('etag') ?? ''
    const again = await fetch(new URL(address, site.server.url), {
      headers: { 'if-none-match': etag },
    })
    expect([again.status, again.headers.get('cache-control')]).toEqual([
      304,
      'public, max-age=3600',
    ])
    await media.archive({ params: { id } })
    expect(await status()).toBe(404)
  })

  it('of other kinds are no creatives', async () => {
    await using site = await setup()
    const video = { kind: 'video', title: 'Video' } as const
    expect(await refusalOf(site.create({ ...video, is_creative: true }))).toMatchObject({
      code: 'invalid_input',
    })
    const { id } = await site.create(video)
    const change = site.operator.media.change({ params: { id }, body: { is_creative: true } })
    expect(await refusalOf(change)).toMatchObject({ code: 'invalid_input' })
  })

  it('are refused by their content, whatever their name is', async () => {
    await using site = await setup()
    const { id } = await site.create({ kind: 'picture', title: 'Picture' })
    for (const bytes of [asciiOf('<svg onload="alert(1)"/>'), asciiOf('PK\x03\x04 zip')])
      expect(await refusalOf(site.upload(id, bytes, 'a.png'))).toMatchObject({
        code: 'media_kind_mismatch',
      })
    const params = { id }
    const body = { file_name: 'a.png', size_bytes: 21 * 1024 ** 2, block_hashes: ['0'.repeat(64)] }
    expect(await refusalOf(site.operator.media.startUpload({ params, body }))).toMatchObject({
      code: 'too_large',
    })
    const { rows } = await sql`select from media_uploads`.execute(site.db)
    expect(rows.length).toBe(0)
  })
})

describe('an upload', () => {
  it('continues at its offset, and one of two senders at the same offset is told', async () => {
    await using site = await setup()
    const { id } = await site.create({ kind: 'picture', title: 'Picture' })
    const bytes = new Uint8Array(aJpeg(64, 64))
    const begun = await site.start(id, bytes, 'a.jpg')
    if (begun.kind !== 'upload') throw new RangeError('it is new')
    const params = { id: begun.upload.id }
    const { media } = site.operator
    expect(await media.sendUpload({ params, offset: 0, bytes: bytes.subarray(0, 9) })).toBe(9)
    expect(
      await refusalOf(media.sendUpload({ params, offset: 0, bytes: bytes.subarray(0, 9) })),
    ).toMatchObject({ code: 'state_conflict' })
    expect(await refusalOf(media.finishUpload({ params }))).toMatchObject({
      code: 'state_conflict',
    })
    const again = await site.start(id, bytes, 'a.jpg')
    expect(again).toMatchObject({ upload: { id: begun.upload.id, received_bytes: 9 } })
    await media.sendUpload({ params, offset: 9, bytes: bytes.subarray(9) })
    expect((await media.finishUpload({ params })).encoding?.state).toBe('ready')
  })

  it('with other bytes than were announced is deleted', async () => {
    await using site = await setup()
    const { id } = await site.create({ kind: 'picture', title: 'Picture' })
    const bytes = new Uint8Array(aJpeg(64, 64))
    const begun = await site.start(id, bytes, 'a.jpg')
    if (begun.kind !== 'upload') throw new RangeError('it is new')
    const params = { id: begun.upload.id }
    const other = new Uint8Array(bytes).fill(7)
    await site.operator.media.sendUpload({ params, offset: 0, bytes: other })
    expect(await refusalOf(site.operator.media.finishUpload({ params }))).toMatchObject({
      code: 'upload_mismatch',
    })
    expect(await refusalOf(site.operator.media.readUpload({ params }))).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('videos', () => {
  it('are encoded, shown at once when all is ready, and served by ranges until the address expires', async () => {
    await using site = await setup()
    const { client } = await site.someone()
    const { id } = await site.create({ kind: 'video', title: 'Video' })
    const bytes = await site.video([
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=640x480:r=25:d=6',
      '-f',
      'lavfi',
      '-i',
      'sine=d=6',
    ])
    const queued = await site.upload(id, bytes, 'tour.mp4')
    expect(queued).toMatchObject({ encoding: { state: 'queued' }, file: null })
    await site.encode()
    const ready = await site.read(id)
    expect(ready).toMatchObject({
      encoding: { state: 'ready', progress_percent: 100 },
      file: { width: 640, height: 480, duration_s: expect.closeTo(6, 0) },
    })
    await site.operator.media.publish({ params: { id } })
    const { file } = await client.media.show({ query: { media_captcha: id } })
    const stream = file?.stream_url ?? ''
    const master = await site.raw('GET', stream)
    expect(master.text).toContain('RESOLUTION=640x480\nhigh.m3u8')
    expect(master.text).toContain('RESOLUTION=480x360\nlow.m3u8')
    const high = await site.raw('GET', stream.replace('master', 'high'))
    expect(high.text).toContain('#EXT-X-MAP:URI="high.mp4",BYTERANGE=')
    expect(high.text).toContain('#EXT-X-ENDLIST')
    const ask = (range: string) =>
      fetch(new URL(file?.file_url ?? '', site.server.url), { headers: { range } })
    const part = await ask('bytes=4-7')
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
    expect((await ask('bytes=999999999-')).status).toBe(400)
    expect((await site.raw('GET', `${file?.poster_url}`)).headers.get('content-type')).toBe(
      'image/jpeg',
    )
    expect((await site.raw('GET', stream.replace('master.m3u8', 'source'))).status).toBe(404)
    expect((await site.raw('GET', stream.replace(/.(?=\/master)/, '_'))).status).toBe(404)
    await site.clock.advance(61 * minuteMs)
    expect((await site.raw('GET', stream)).status).toBe(404)
  })

  it('of the same bytes are sent and encoded once', async () => {
    await using site = await setup()
    const bytes = await site.video(['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=2'])
    const [one, two, three] = [
      await site.create({ kind: 'video', title: 'One' }),
      await site.create({ kind: 'video', title: 'Two' }),
      await site.create({ kind: 'video', title: 'Three' }),
    ]
    await Promise.all([site.upload(one.id, bytes), site.upload(two.id, bytes)])
    await site.encode()
    expect((await site.start(three.id, bytes, 'b.mp4')).kind).toBe('held')
    for (const { id } of [one, two, three])
      expect((await site.read(id)).encoding?.state).toBe('ready')
    const { rows } = await sql`select from media_contents`.execute(site.db)
    expect(rows.length).toBe(1)
  })

  it('survive servers that are killed while they encode, and are shown whole', async () => {
    await using site = await setup()
    const { id } = await site.create({ kind: 'video', title: 'Video' })
    await site.upload(id, await site.video(['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30:d=20']))
    const stopping = new AbortController()
    const encoding = encodeNext(site.ctx, stopping.signal)
    while ((await site.read(id)).encoding?.state !== 'encoding');
    expect((await site.read(id)).file).toBeNull()
    stopping.abort(new Error('the server stops'))
    await encoding
    expect((await site.read(id)).encoding?.state).toBe('queued')
    // A killed server leaves its claim, which nobody takes over before it ends.
    await sql`update media_contents set state = 'encoding', lease_token = 'dead',
      lease_until = ${new Date(site.clock.now().getTime() + 30_000)}`.execute(site.db)
    await site.encode()
    expect((await site.read(id)).encoding?.state).toBe('encoding')
    await site.clock.advance(31_000)
    await site.encode()
    // The server's own loop may have taken it over first.
    while ((await site.read(id)).encoding?.state === 'encoding');
    expect((await site.read(id)).encoding?.state).toBe('ready')
  }, 120_000)

  it.each([['a zip', () => asciiOf('PK\x03\x04 this is no video at all')]])(
    'are refused at once if they are %s',
    async (_, make) => {
      await using site = await setup()
      const { id } = await site.create({ kind: 'video', title: 'Video' })
      expect(await refusalOf(site.upload(id, make(), 'a.mp4'))).toMatchObject({
        code: 'media_kind_mismatch',
      })
    },
  )

  it.each([
    ['ten hours of one pixel', 'too_long', 'color=s=2x2:r=1/60:d=36000', ['-c:v', 'libvpx-vp9']],
    ['very wide', 'too_many_pixels', 'color=s=8192x32:r=1:d=2', ['-c:v', 'libx264']],
    ['too fast', 'too_many_frames', 'color=s=64x64:r=240:d=1', ['-c:v', 'libx264']],
    ['of an unknown codec', 'codec_unsupported', 'color=s=64x64:r=5:d=1', ['-c:v', 'ffv1']],
  ])('fail with their reason if they are %s', async (_, failure, source, codec) => {
    await using site = await setup()
    const { id } = await site.create({ kind: 'video', title: 'Video' })
    await site.upload(id, await site.video(['-f', 'lavfi', '-i', source, ...codec], 'mkv'))
    await site.encode()
    expect((await site.read(id)).encoding).toMatchObject({ state: 'failed', failure })
  })

  it('fail if they are cut off, or only look like a video', async () => {
    await using site = await setup()
    const whole = await site.video(['-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=2'])
    const fake = Buffer.concat([asciiOf('\0\0\0\x18ftypisom'), asciiOf('PK\x03\x04 zip')])
    for (const bytes of [whole.subarray(0, 900), Buffer.concat([fake, Buffer.alloc(2_000)])]) {
      const { id } = await site.create({ kind: 'video', title: 'Video' })
      await site.upload(id, bytes)
      await site.encode()
      expect((await site.read(id)).encoding).toMatchObject({ state: 'failed' })
    }
  })
})

async function setup() {
  const people: PeopleFixture = await withPeople()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-media-'))
  const { media } = people.operator
  const ctx: MediaCtx = people.server.container.system
  let videos = 0

  function start(id: MediaId, bytes: Uint8Array, file_name: string) {
    const block_hashes: string[] = []
    for (let at = 0; at < bytes.length; at += hashBlockBytes) {
      const block = bytes.subarray(at, at + hashBlockBytes)
      block_hashes.push(createHash('sha256').update(block).digest('hex'))
    }
    const body = { file_name, size_bytes: bytes.length, block_hashes }
    return media.startUpload({ params: { id }, body })
  }

  return {
    ...people,
    ctx,
    start,
    create: (wanted: Pick<NewMedia, 'kind' | 'title'> & Partial<NewMedia>) =>
      media.create({ body: wanted }),
    async upload(id: MediaId, bytes: Uint8Array, name = 'a.mp4'): Promise<OperatorMedia> {
      const begun = await start(id, bytes, name)
      if (begun.kind === 'held') return begun.media
      const params = { id: begun.upload.id }
      await media.sendUpload({ params, offset: 0, bytes: new Uint8Array(bytes) })
      return media.finishUpload({ params })
    },
    encode: () => encodeNext(ctx, new AbortController().signal),
    async read(id: MediaId): Promise<OperatorMedia> {
      const found = (await media.list()).media.find((one) => one.id === id)
      if (found === undefined) throw new RangeError('it is listed')
      return found
    },
    async video(args: string[], kind = 'mp4'): Promise<Buffer> {
      videos += 1
      const file = path.join(folder, `${videos}.${kind}`)
      await run('ffmpeg', ['-v', 'error', '-y', ...args, '-pix_fmt', 'yuv420p', file])
      return readFile(file)
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true })
      await people[Symbol.asyncDispose]()
    },
  }
}
