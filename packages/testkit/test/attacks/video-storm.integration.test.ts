import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@gridloom/async/clock'
import { uploadScene } from '@gridloom/client/upload-scene'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import { fileKeys } from '@gridloom/server/features/rendering/file-keys'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { startProduct } from '../../src/product.ts'

const frames = 24
const hasFfmpeg = existsSync('/usr/bin/ffmpeg')

it.runIf(hasFfmpeg)(
  'runs one ffmpeg for fifty concurrent downloads of one film, and none for later ones',
  { timeout: 60_000 },
  async () => {
    const site = await setup()
    await using _product = site.product
    const urls = await Promise.all(Array.from({ length: 50 }, () => site.ticket()))
    const watched = watchFfmpeg()
    const answers = await Promise.all(urls.map((url) => fetch(url)))
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.blob()).size))
    const given = answers.flatMap(({ status }, nth) => (status === 200 ? [sizes[nth]] : []))
    // A user with many downloads in progress gets 429.
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    expect(given.length).toBeGreaterThanOrEqual(12)
    expect(new Set(given).size).toBe(1)
    const later = await fetch(await site.ticket())
    expect((await later.blob()).size).toBe(given[0])
    expect((await watched.stop()).size).toBe(1)
  },
)

const fixture = new URL('../../../blend/fixtures/34-cycles-zstd.blend', import.meta.url)
const { signal } = new AbortController()

/** Stores a job with finished frames as rows and files: rendering them takes a machine with Blender. */
async function setup() {
  const product = await startProduct({ driver: 'fake' })
  const { renter, server } = product
  const bytes = await readFile(fixture)
  const scene = await uploadScene(renter, {
    fileName: 'scene.blend',
    content: { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) },
    clock: systemClock,
    random: Math.random,
    signal,
    onProgress: () => {},
  })
  const draft = await renter.rendering.create({ body: { scene_id: scene.id } })
  const { taskId: id, settings } = draft
  const body = { settings: { ...settings, format: 'png' } } as const
  await renter.rendering.change({ params: { id }, body })
  for (let number = 1; number <= frames; number += 1) await doneFrame(server, id, number)
  return {
    product,
    async ticket(): Promise<URL> {
      const asked = { params: { id }, body: { kind: 'mp4' } } as const
      const { url } = await renter.rendering.makeDownload(asked)
      return new URL(url, server.url)
    },
  }
}

type Rows = Readonly<Record<'render_frames' | 'render_jobs', Record<string, unknown>>>
type Server = Awaited<ReturnType<typeof startProduct>>['server']

async function doneFrame({ container }: Server, job: RenderJobId, number: number): Promise<void> {
  const { db, files } = container
  const colour = { r: number * 10, g: 90, b: 30 }
  const create = { width: 640, height: 360, channels: 3, background: colour } as const
  const picture = await sharp({ create }).png().toBuffer()
  const sha256 = String(number).padStart(64, '0')
  await files.put(fileKeys.picture(job, { number, part: 0, sha256 }), [picture], signal)
  const row = { number, state: 'done', sha256, bytes: picture.length, changed_at: new Date() }
  const tables = db.withTables<Rows>()
  await tables
    .insertInto('render_frames')
    .values({ job_id: job, ...row })
    .execute()
  await tables
    .updateTable('render_jobs')
    .set({ frames_done: number })
    .where('id', '=', job)
    .execute()
}

/** Collects the ids of the ffmpeg processes that this process starts. */
function watchFfmpeg() {
  const stopped = new AbortController()
  const seen = new Set<string>()
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      for (const id of await ffmpegBelow()) seen.add(id)
      await delay(40)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await watching
      return seen
    },
  }
}

/** Reads its own children alone: reading all of `/proc` as often would slow down the server's file access. */
async function ffmpegBelow(): Promise<string[]> {
  const tasks = await readdir('/proc/self/task')
  // @NOTE threads and processes end while they are listed
  const read = (file: string) => readFile(file, 'utf8').catch(() => '')
  const lists = await Promise.all(tasks.map((task) => read(`/proc/self/task/${task}/children`)))
  const children = lists.join(' ').split(/\s+/).filter(Boolean)
  const names = await Promise.all(children.map((id) => read(`/proc/${id}/comm`)))
  return children.filter((_, at) => names[at]?.trim() === 'ffmpeg')
}
