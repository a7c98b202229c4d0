import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobOnce } from '../../src/rendering/job-once.ts'
import { hasBlender, makeScene, renderBare } from '../../src/rendering/make-scene.ts'
import { picturesInFolder } from '../../src/rendering/pictures-of.ts'
import {
  endedChunks,
  sandboxesOf,
  startRenderInstallation,
} from '../../src/rendering/render-installation.ts'
import { downloaded, renderTestMsMax } from '../../src/rendering/render-product.ts'
import { uploadScene } from '../../src/rendering/upload-scene.ts'

const frames = 4

// Blender is installed by script/bootstrap; where it is missing, nothing renders.
describe.runIf(hasBlender)('kill -9', { timeout: renderTestMsMax }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, renderTestMsMax)
  afterAll(() => site.installation[Symbol.asyncDispose]())

  it('of an agent mid-frame loses no finished frame, leaves no Blender behind, and pays nobody twice', async () => {
    const { processes } = site.installation
    const job = await site.start()
    await site.midFrame(job)
    const before = await site.sandboxes()
    expect(before.length).toBeGreaterThan(0)
    await processes.kill('agent')
    await processes.startAgent()
    const ended = await site.ended(job)
    const chunks = await site.chunksOf(job)
    const lost = chunks.filter(({ state }) => state !== 'done')
    expect(lost.length).toBeGreaterThan(0)
    for (const { problem } of lost) expect(problem?.code).toBe('machine_left')
    // The frame it was at, and those queued behind it, were assigned again; finished ones were not.
    const redone = lost.flatMap((chunk) => chunk.frames)
    const given = chunks.flatMap((chunk) => chunk.frames)
    expect(given.toSorted()).toEqual([1, 2, 3, 4, ...redone].toSorted())
    expect(redone).not.toContain(1)
    await site.expectWhole(ended)
    const after = await site.sandboxes()
    expect(after.filter((id) => before.includes(id))).toEqual([])
  })

  it('of the control plane mid-render resumes the job without rendering a frame again', async () => {
    const { processes } = site.installation
    const job = await site.start()
    await site.midFrame(job)
    await site.allReceived(job)
    await processes.kill('server')
    await processes.startServer()
    const ended = await site.ended(job)
    // The frames that the machine rendered meanwhile were accepted, and none had to be rendered again.
    const chunks = await site.chunksOf(job)
    for (const { problem } of chunks) expect(problem).toBeNull()
    expect(chunks.flatMap((chunk) => chunk.frames).toSorted()).toEqual([1, 2, 3, 4])
    await site.expectWhole(ended)
  })
})

async function setup() {
  const installation = await startRenderInstallation()
  const { folder, renter, processes } = installation
  const { client, url } = renter
  const file = await makeScene(folder, { frames, samples: 500, sky: true })
  const bare = await mkdtemp(path.join(folder, 'bare-'))
  await renderBare(file, bare)
  const scene = await uploadScene(renter, file)
  return {
    installation,
    async start() {
      const { taskId } = await client.rendering.create({ body: { scene_id: scene.id } })
      const body = { budget_micro_usd: 1_000_000 }
      return client.rendering.start({ params: { id: taskId }, body })
    },
    /** Resolves when the first frame is done, so that the machine is at a later one. */
    midFrame: ({ taskId }: RenderJob) =>
      jobOnce(client, taskId, {
        satisfies: ({ frames_done }) => frames_done > 0,
        withinMs: renderTestMsMax,
      }),
    /** Resolves when the machine reports each chunk it was assigned: one in transit would be assigned again. */
    async allReceived({ taskId: id }: RenderJob) {
      for await (const _ of client.rendering.follow({ params: { id } })) {
        const { chunks } = await client.rendering.chunks({ params: { id } })
        if (chunks.every(({ state, activity }) => state !== 'leased' || activity !== null)) return
      }
    },
    ended: ({ taskId }: RenderJob) =>
      jobOnce(client, taskId, {
        satisfies: ({ state }) => state === 'completed',
        withinMs: renderTestMsMax,
      }),
    chunksOf: ({ taskId }: RenderJob) => endedChunks(client, taskId),
    sandboxes: () => sandboxesOf(processes.agentFolder),
    /** All frames equal those of a bare Blender, each is paid once, and the rest of the hold is released. */
    async expectWhole({ taskId: id, ...job }: RenderJob) {
      expect(job).toMatchObject({ frames_done: frames, frames_failed: 0, held_micro_usd: 0 })
      expect(await downloaded(url, client, id)).toEqual(await picturesInFolder(bare))
      const receipt = await client.rendering.receipt({ params: { id } })
      expect(receipt.final).toBe(true)
      expect(receipt.lines.map(({ frame }) => frame).toSorted()).toEqual([1, 2, 3, 4])
      const total = receipt.lines.reduce((sum, line) => sum + line.micro_usd, 0)
      expect(total).toBe(receipt.total_micro_usd)
      expect(job.charged_micro_usd).toBe(total)
    },
  }
}
