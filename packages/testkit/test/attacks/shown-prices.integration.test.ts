import type { RenderJob } from '@gridloom/contract/rendering/job'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { honest } from '../../src/rendering/renderer-without-blender.ts'
import { type PretendingFarm, startPretendingFarm } from './pretending-farm.ts'

const testMsMax = 120_000

describe('the price that a renter was shown', { timeout: testMsMax }, () => {
  let site: PretendingFarm
  beforeAll(async () => {
    site = await startPretendingFarm()
  }, testMsMax)
  afterAll(() => site.product[Symbol.asyncDispose]())

  it('is the most that a frame costs, even when the provider then asks a thousand times as much', async () => {
    await using machine = await site.machine({ ...honest, version: '4.0.2' })
    await machine.once(({ admission }) => admission === 'admitted')
    await site.vouch(machine, true)
    const change = (body: { enabled?: boolean; micro_usd_per_reference_hour?: number }) =>
      machine.owner.client.rendering.changeMachine({ params: { id: machine.id }, body })
    const ask = (microUsd: number) => change({ micro_usd_per_reference_hour: microUsd })
    await ask(fair)
    const draft = await site.draftOn(machine.id, '1-3')
    const params = { id: draft.taskId }
    await site.renter.rendering.test({ params, body: {} })
    const tested = await site.once(draft, ({ state }) => state === 'tested')
    const shown = tested.frame_micro_usd_max ?? 0
    expect(shown).toBeGreaterThan(0)

    await ask(fair * 1_000)
    const body = { budget_micro_usd: 1_000_000, frame_micro_usd_max: shown }
    const refused = site.renter.rendering.start({ params, body })
    await expect(refused).rejects.toMatchObject({
      code: 'price_changed',
      details: { shown_micro_usd: shown },
    })
    expect(await read(draft)).toMatchObject({ state: 'tested', held_micro_usd: 0 })

    await ask(fair)
    const started = await site.renter.rendering.start({ params, body })
    expect(started.frame_micro_usd_max).toBeLessThanOrEqual(shown)
    // Its frames are assigned again, at the price that it asks then.
    await change({ enabled: false })
    await site.once(draft, ({ machines_now: machines }) => machines === 0)
    await ask(fair * 1_000)
    await change({ enabled: true })
    await site.once(draft, ({ state }) => state === 'completed')
    const { lines } = await site.renter.rendering.receipt({ params, query: { page_size: 10 } })
    expect(lines).toHaveLength(3)
    for (const { micro_usd: paid } of lines) expect(paid).toBeLessThanOrEqual(shown)
    expect(lines.map(({ micro_usd: paid }) => paid)).toContain(started.frame_micro_usd_max)
    await site.vouch(machine, false)
  })

  it('is exactly what accepting held frames costs', async () => {
    await using machine = await site.machine({ ...honest, version: '4.4.0' })
    await machine.once(({ admission }) => admission === 'admitted')
    const job = await site.jobOn(machine, ({ frames_held: held }) => held === 2)
    const params = { id: job.taskId }
    const shown = job.frames_held_micro_usd
    const frames = [1, 2]
    // A sum lower than the price of the frames, or none, or the sum of other frames is rejected.
    for (const body of [
      { frames },
      { frames, held_micro_usd: shown - 1 },
      { frames: [1], held_micro_usd: shown },
    ])
      await expect(site.renter.rendering.approve({ params, body })).rejects.toMatchObject({
        code: 'price_changed',
      })
    expect(await read(job)).toMatchObject({ charged_micro_usd: 0, frames_held: 2 })
    const both = { frames, held_micro_usd: shown }
    const accept = () => site.renter.rendering.approve({ params, body: both })
    await Promise.allSettled([accept(), accept(), accept()])
    // Repeated, the call neither charges again nor fails.
    expect(await accept()).toMatchObject({ state: 'completed', charged_micro_usd: shown })
    expect(await checkLedger(site.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  })

  const read = async ({ taskId }: RenderJob) =>
    (await site.renter.rendering.read({ params: { id: taskId } })).job
})

const fair = 1_000_000
