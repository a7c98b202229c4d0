import { mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBlender, renderBare } from '../../src/rendering/make-scene.ts'
import { oneCanary } from '../../src/rendering/one-canary.ts'
import { largestDifference } from '../../src/rendering/pictures-of.ts'
import {
  budgetMicroUsd,
  renderTestMsMax,
  startRenderProduct,
} from '../../src/rendering/render-product.ts'
import { expectPaidExactly } from './using-jobs.ts'

// Blender is installed by script/bootstrap; where it is missing, nothing renders.
describe.runIf(hasBlender)('two machines of two owners', { timeout: renderTestMsMax }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, renderTestMsMax)
  afterAll(() => site.farm[Symbol.asyncDispose]())

  it('share the frames of a job, which equal a local render bit for bit and cost what the receipt says', async () => {
    const { farm, owners, machines } = site
    const before = await farm.product.renter.ledger.balance()
    const { file, scene } = await farm.scene({ frames: 6, sky: true })
    const started = await farm.start(scene)
    expect(started).toMatchObject({ state: 'rendering', held_micro_usd: budgetMicroUsd })
    const job = await farm.once(started)
    expect(job).toMatchObject({ frames_total: 6, frames_done: 6, frames_failed: 0, reason: null })
    const pictures = await farm.delivered(job)
    expect(pictures.size).toBe(6)
    expect(pictures).toEqual(await farm.bare(file))

    const params = { id: job.taskId }
    const receipt = await expectPaidExactly(farm.product, job.taskId)
    expect(receipt.lines.map(({ frame }) => frame).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(receipt.lines.map(({ machine_name }) => machine_name))).toEqual(
      new Set(machines.map(({ name }) => name)),
    )
    const after = await farm.product.renter.ledger.balance()
    expect(after.held_micro_usd).toBe(0)
    expect(before.available_micro_usd - after.available_micro_usd).toBe(receipt.total_micro_usd)

    const frames = await farm.product.renter.rendering.frames({ params })
    expect(frames.map(({ checked }) => checked)).toEqual(Array(6).fill('by_machine'))
    let paid = 0
    for (const [at, { id, name }] of machines.entries()) {
      const reported = await owners[at]?.rendering.readMachine({ params: { id } })
      paid += reported?.frames_paid ?? 0
      expect(reported?.frames_refused).toBe(0)
      expect(reported?.checks.length).toBe(reported?.frames_paid)
      for (const check of reported?.checks ?? [])
        expect(check).toMatchObject({ outcome: 'same', psnr_db: null, differing_percent: 0 })
      // At most a tenth of each line is the fee; pay for checks comes on top.
      const lines = receipt.lines.filter(({ machine_name }) => machine_name === name)
      const least = lines.reduce((sum, { micro_usd: all }) => sum + all - Math.floor(all / 10), 0)
      expect(reported?.earned_micro_usd).toBeGreaterThanOrEqual(least)
      expect(reported?.trust).toBeGreaterThan(50)
    }
    expect(paid).toBe(6)
    expect(receipt.total_micro_usd).toBeGreaterThan(0)
  })

  it('render the tiles of a still, which together equal the whole bit for bit', async () => {
    const { farm, machines } = site
    const { file, scene } = await farm.scene({ frames: 1, sky: true })
    const split = { kind: 'tiles', columns: 2, rows: 2 } as const
    const job = await farm.once(await farm.start(scene, { split }))
    expect(await farm.delivered(job)).toEqual(await farm.bare(file))
    const receipt = await expectPaidExactly(farm.product, job.taskId)
    expect(receipt.lines).toHaveLength(4)
    expect(new Set(receipt.lines.map(({ machine_name }) => machine_name)).size).toBe(
      machines.length,
    )
  })

  it('render sample ranges of a still, which merge to the whole but for rounding', async () => {
    const { farm } = site
    const { file, scene } = await farm.scene({ frames: 1, samples: 8, sky: true })
    const split = { kind: 'samples', ranges: 2 } as const
    const job = await farm.once(await farm.start(scene, { split, samples: 8 }))
    expect(job).toMatchObject({ frames_done: 1, frames_failed: 0 })
    const folder = await mkdtemp(path.join(farm.folder, 'whole-'))
    await renderBare(file, folder)
    const whole = await readFile(path.join(folder, 'frame_0001.png'))
    const difference = await largestDifference(await farm.picture(job, 1), whole)
    expect(difference).toBeLessThanOrEqual(1)
    // Both ranges are paid for, and so is the merge.
    const { lines } = await expectPaidExactly(farm.product, job.taskId)
    expect(lines).toHaveLength(3)
  })
})

async function setup() {
  const farm = await startRenderProduct({ rendering: { around: oneCanary } })
  const { product } = farm
  const other = await product.newcomer()
  const second = await farm.addMachine({ owner: other.client })
  return {
    farm,
    owners: [product.provider, other.client],
    machines: [product.machine, second],
  }
}
