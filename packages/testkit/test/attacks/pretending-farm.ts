import { readFile } from 'node:fs/promises'
import { systemClock } from '@gridloom/async/clock'
import { uploadScene } from '@gridloom/client/upload-scene'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { expect } from 'vitest'
import { type Person, startProduct } from '../../src/product.ts'
import { jobOnce } from '../../src/rendering/job-once.ts'
import {
  type FakeRendererOptions,
  rendererWithoutBlender,
} from '../../src/rendering/renderer-without-blender.ts'

const fixture = new URL('../../../blend/fixtures/34-cycles-zstd.blend', import.meta.url)

export type PretendingFarm = Awaited<ReturnType<typeof startPretendingFarm>>

/** Starts a product with a renter and a scene; the agents of its machines only pretend to have a Blender. */
export async function startPretendingFarm() {
  const product = await startProduct({ driver: 'fake' })
  const { renter, people, server } = product
  const bytes = await readFile(fixture)
  const scene = await uploadScene(renter, {
    fileName: 'scene.blend',
    content: { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) },
    clock: systemClock,
    random: Math.random,
    signal: new AbortController().signal,
    onProgress: () => {},
  })

  /** Adds a machine of a new account whose agent only pretends. */
  async function machine(pretence: FakeRendererOptions, given?: Person) {
    const owner = given ?? (await product.newcomer())
    const around = () => rendererWithoutBlender(pretence)
    const added = await product.addMachine({ owner: owner.client, rendering: { around } })
    const { id } = added
    const read = () => owner.client.rendering.readMachine({ params: { id } })
    type RenderingMachine = Awaited<ReturnType<typeof read>>
    return {
      ...{ id, owner, read },
      once: (satisfies: (reported: RenderingMachine) => boolean) =>
        product.until({ read, satisfies, withinMs: 60_000 }),
      [Symbol.asyncDispose]: () => added[Symbol.asyncDispose](),
    }
  }

  /** Creates a job of small frames for this machine alone. */
  async function draftOn(id: string, frames: string): Promise<RenderJob> {
    const draft = await renter.rendering.create({ body: { scene_id: scene.id } })
    const { settings } = draft
    const needs = { ...settings.needs, machine_ids: [id] }
    const small = { width: 64, height: 36, percentage: 100, frames, step: 1, denoise: false }
    const asked = { ...settings, ...small, compositing: false, format: 'png', needs } as const
    const params = { id: draft.taskId }
    return renter.rendering.change({ params, body: { settings: asked } })
  }

  const once = ({ taskId }: RenderJob, satisfies: (job: RenderJob) => boolean) =>
    jobOnce(renter, taskId, { satisfies, withinMs: 60_000 })

  return {
    ...{ product, renter, machine, db: server.container.db },
    /** Starts frames (two by default) for this machine alone; resolves once the job satisfies. */
    async jobOn(
      { id }: { id: string },
      satisfies: (job: RenderJob) => boolean,
      { frames = '1-2', budget = 1_000_000 } = {},
    ): Promise<RenderJob> {
      const draft = await draftOn(id, frames)
      const params = { id: draft.taskId }
      await renter.rendering.start({ params, body: { budget_micro_usd: budget } })
      return once(draft, satisfies)
    },
    draftOn,
    once,
    vouch: ({ id }: { id: string }, vouched: boolean) =>
      product.operator.rendering.vouch({ params: { id }, body: { vouched } }),
    /** Sets the trust that comparisons of many pictures would have earned. */
    async trust({ id }: { id: string }, trust: number): Promise<void> {
      const machines = server.container.db.withTables<{
        render_machines: { machine_id: string; trust: number }
      }>()
      await machines
        .updateTable('render_machines')
        .set({ trust })
        .where('machine_id', '=', id)
        .execute()
    },
    async cancel({ taskId }: RenderJob): Promise<void> {
      const cancelled = await renter.rendering.cancel({ params: { id: taskId } })
      expect(cancelled).toMatchObject({ charged_micro_usd: 0, held_micro_usd: 0, frames_held: 0 })
      const ledger = await checkLedger(server.container.db)
      expect(ledger).toMatchObject({ clean: true, sumMicroUsd: 0 })
    },
    async picture({ taskId }: RenderJob, size: string) {
      const place = `/api/render/jobs/${taskId}/frames/1/picture?size=${size}`
      const headers = { authorization: `Bearer ${people.renter.token}` }
      const answer = await fetch(new URL(place, server.url), { headers })
      return { status: answer.status }
    },
  }
}
