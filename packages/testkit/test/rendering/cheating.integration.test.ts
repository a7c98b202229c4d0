import type { RenderJob } from '@gridloom/contract/rendering/job'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheatOptions, cheatingRenderer } from '../../src/rendering/cheating-renderer.ts'
import { hasBlender } from '../../src/rendering/make-scene.ts'
import { oneCanary } from '../../src/rendering/one-canary.ts'
import {
  renderTestMsMax,
  startRenderProduct,
  vouchFor,
} from '../../src/rendering/render-product.ts'
import { allUsersSee, frames, onlyOthersSee } from './cheats.ts'
import { expectPaidExactly } from './using-jobs.ts'

// Blender is installed by script/bootstrap; where it is missing, nothing renders.
describe.runIf(hasBlender)(
  'a machine beside two honest ones that returns',
  { timeout: renderTestMsMax },
  () => {
    let site: Awaited<ReturnType<typeof setup>>
    beforeAll(async () => {
      site = await setup()
    }, renderTestMsMax)
    afterAll(() => site.farm[Symbol.asyncDispose]())

    it.each(Object.entries(onlyOthersSee))(
      '%s is refused, loses its trust and is not paid, and its frames are redone',
      async (_, cheat) => {
        const { job, reported } = await site.renderBeside(cheat)
        expect(reported).toMatchObject({ admission: 'refused', frames_paid: 0 })
        expect(reported.trust).toBeLessThan(20)
        expect(reported.frames_refused).toBeGreaterThan(0)
        const [evidence] = reported.checks.filter(({ outcome }) => outcome === 'different')
        expect(evidence?.psnr_db).toBeLessThan(60)
        expect(evidence?.differing_percent).toBeGreaterThan(0.1)
        await site.expectHonest(job)
      },
    )

    it.each(Object.entries(allUsersSee))(
      '%s loses trust and is not paid, and its frames are redone',
      async (_, { cheat, problem }) => {
        const { job, problems, reported } = await site.renderBeside(cheat)
        expect(problems).toContainEqual(problem)
        expect(reported).toMatchObject({ frames_paid: 0 })
        expect(reported.trust).toBeLessThan(50)
        expect(reported.frames_refused).toBeGreaterThan(0)
        await site.expectHonest(job)
      },
    )
  },
)

async function setup() {
  const farm = await startRenderProduct({ rendering: { around: oneCanary } })
  const { product } = farm
  const [second, cheater] = [await product.newcomer(), await product.newcomer()]
  const other = await farm.addMachine({ owner: second.client })
  // Two established machines: neither alone could convict another.
  await vouchFor(product, other)
  const honest = [product.machine, other]
  const letHonestWork = async (enabled: boolean) => {
    for (const [owner, { id }] of [
      [product.provider, product.machine],
      [second.client, other],
    ] as const)
      await owner.rendering.changeMachine({ params: { id }, body: { enabled } })
  }
  const { file, scene } = await farm.scene({ frames, sky: true })
  const pictures = await farm.bare(file)
  return {
    farm,
    /** Renders the scene on the honest machines and on one that cheats, which is removed afterwards. */
    async renderBeside(cheat: CheatOptions) {
      await using machine = await farm.addMachine({
        owner: cheater.client,
        rendering: { around: (renderer) => cheatingRenderer(oneCanary(renderer), cheat) },
      })
      // The honest machines have the scene open already, and would take all frames before it asks.
      await letHonestWork(false)
      const started = await farm.start(scene, { samples: 4 })
      const params = { id: started.taskId }
      await product.until({
        read: () => product.renter.rendering.chunks({ params }),
        satisfies: ({ chunks }) => chunks.some(({ machine_id }) => machine_id === machine.id),
      })
      await letHonestWork(true)
      const job = await farm.once(started)
      const reported = await cheater.client.rendering.readMachine({ params: { id: machine.id } })
      const { chunks } = await product.renter.rendering.chunks({ params })
      const problems = chunks.filter(({ machine_id }) => machine_id === machine.id)
      return { job, problems: problems.map(({ problem }) => problem), reported }
    },
    /** The renter has the pictures of the honest machines, and paid for these alone. */
    async expectHonest(job: RenderJob) {
      expect(job).toMatchObject({ frames_done: frames, frames_failed: 0 })
      expect(await farm.delivered(job)).toEqual(pictures)
      const { lines } = await expectPaidExactly(product, job.taskId)
      expect(lines).toHaveLength(frames)
      const names = honest.map(({ name }) => name)
      for (const { machine_name } of lines) expect(names).toContain(machine_name)
    },
  }
}
