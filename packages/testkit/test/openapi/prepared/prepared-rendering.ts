import { fileURLToPath } from 'node:url'
import { jobOnce } from '../../../src/rendering/job-once.ts'
import { beginUpload, uploadScene } from '../../../src/rendering/upload-scene.ts'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

const file = fileURLToPath(
  new URL('../../../../blend/fixtures/34-cycles-zstd.blend', import.meta.url),
)
const budget = { budget_micro_usd: 1_000_000 }
const jobMsMax = 60_000

/** Uploads, and render jobs on a machine that draws pictures without Blender. */
export const preparedRendering: PreparedCalls = {
  'rendering.finishUpload': async (site) => {
    const { token, client } = await site.person()
    const uploader = { url: site.product.server.url, token, client }
    const begun = await beginUpload(uploader, file)
    if (begun.kind === 'held') throw new Error('the scene is there already')
    return { token, params: { id: begun.upload.id } }
  },
  'rendering.start': async (site) => {
    const { token, params } = await drafted(site, '1')
    return { token, params, body: budget }
  },
  'rendering.pause': async (site) => pick(await started(site, '1-8')),
  'rendering.resume': async (site) => pick(await paused(site)),
  'rendering.retry': async (site) => ({ ...pick(await paused(site)), body: {} }),
  'rendering.reject': async (site) => {
    const { token, params } = await rendered(site)
    return { token, params, body: { frames: [1] } }
  },
  'rendering.picture': async (site) => {
    const { token, params } = await rendered(site)
    return { token, params: { ...params, frame: '1' }, query: { size: 'original' } }
  },
  'rendering.makeDownload': async (site) => ({
    ...pick(await rendered(site)),
    body: { kind: 'zip' },
  }),
  'rendering.download': async (site) => {
    const { client, params } = await rendered(site)
    const { url } = await client.rendering.makeDownload({ params, body: { kind: 'zip' } })
    return { params: { ticket: url.split('/').at(-1) ?? '' } }
  },
}

function pick({ token, params }: Awaited<ReturnType<typeof drafted>>) {
  return { token, params }
}

/** A small job that is not started. */
async function drafted({ product, person }: Site, frames: string) {
  const { token, client } = await person()
  const scene = await uploadScene({ url: product.server.url, token, client }, file)
  const draft = await client.rendering.create({ body: { scene_id: scene.id } })
  const params = { id: draft.taskId }
  const small = { width: 64, height: 36, percentage: 100, frames, step: 1, format: 'png' } as const
  const settings = { ...draft.settings, ...small, denoise: false, compositing: false }
  await client.rendering.change({ params, body: { settings } })
  return { token, client, params }
}

async function started(site: Site, frames: string) {
  const job = await drafted(site, frames)
  await job.client.rendering.start({ params: job.params, body: budget })
  return job
}

async function paused(site: Site) {
  const job = await started(site, '1-8')
  await job.client.rendering.pause({ params: job.params })
  return job
}

/** A completed job of one frame. */
async function rendered(site: Site) {
  const job = await started(site, '1')
  await jobOnce(job.client, job.params.id, {
    satisfies: ({ state }) => state === 'completed',
    withinMs: jobMsMax,
  })
  return job
}
