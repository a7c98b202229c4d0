import { readFile } from 'node:fs/promises'
import { systemClock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { uploadScene } from '@gridloom/client/upload-scene'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import { jobOnce } from '../../src/rendering/job-once.ts'

const fixture = new URL('../../../blend/fixtures/34-cycles-zstd.blend', import.meta.url)
const budgetMicroUsd = 2_000_000
const jobMsMax = 120_000

/** Creates a completed render job with its pictures, and a draft that is still being configured. */
export async function seedRenders(renter: Client): Promise<void> {
  const { jobs } = await renter.rendering.list()
  if (jobs.some(({ state }) => state === 'completed')) return
  const scene = await upload(renter)
  const draft = await renter.rendering.create({ body: { scene_id: scene.id } })
  const params = { id: draft.taskId }
  const small = { width: 320, height: 180, percentage: 100, frames: '1-6', step: 1 }
  const plain = { denoise: false, compositing: false, format: 'png' } as const
  const settings = { ...draft.settings, ...small, ...plain }
  await renter.rendering.change({ params, body: { settings } })
  await renter.rendering.start({ params, body: { budget_micro_usd: budgetMicroUsd } })
  await jobOnce(renter, draft.taskId, {
    satisfies: ({ state }) => state === 'completed',
    withinMs: jobMsMax,
  })
  await renter.rendering.create({ body: { scene_id: scene.id } })
}

async function upload(renter: Client): Promise<RenderScene> {
  const bytes = await readFile(fixture)
  return uploadScene(renter, {
    fileName: 'loom.blend',
    content: { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) },
    clock: systemClock,
    random: Math.random,
    signal: AbortSignal.timeout(jobMsMax),
    onProgress: () => {},
  })
}
