import type { RenderJob } from '@gridloom/contract/rendering/job'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FakeRendererOptions,
  honest,
  type Shade,
} from '../../src/rendering/renderer-without-blender.ts'
import { type PretendingFarm, startPretendingFarm } from './pretending-farm.ts'

const testMsMax = 120_000
const noise: Shade = () => Math.random() * 255
/** Sends noise, and claims the speed of two hundred thousand machines and a day of rendering. */
const noisy: FakeRendererOptions = {
  ...honest,
  canary: () => noise,
  picture: () => noise,
  says: { samplesPerMinute: 200_000_000, renderS: 86_400 },
}

describe('a machine without Blender', { timeout: testMsMax }, () => {
  let site: PretendingFarm
  beforeAll(async () => {
    site = await startPretendingFarm()
  }, testMsMax)
  afterAll(() => site.product[Symbol.asyncDispose]())

  it('that reports an invented version is not admitted, and its owner sees why', async () => {
    await using machine = await site.machine({ ...noisy, version: '5.0.1-z' })
    const reported = await machine.once(({ missing }) => missing !== null)
    expect(reported).toMatchObject({ capability: null, admission: 'unverified', score: null })
    expect(reported.missing).toContain('This version of Blender is not supported')
  })

  it('that answers its canary at once is not admitted', async () => {
    await using machine = await site.machine({ ...noisy, version: '4.1.0', takesMs: 0 })
    const reported = site.db.withTables<{ notices: { text: string } }>().selectFrom('notices')
    await site.product.until({
      read: () => reported.select('text').execute(),
      satisfies: (all) => all.some(({ text }) => text.includes('faster than Blender could render')),
    })
    expect(await machine.read()).toMatchObject({ admission: 'unverified', score: null })
  })

  it('that no other resembles scores at most 1, and its noise is held and never paid', async () => {
    await using machine = await site.machine({ ...noisy, version: '4.4.0' })
    const { score, checkers } = await machine.once(({ admission }) => admission === 'admitted')
    expect(score).toBeLessThanOrEqual(1)
    expect(checkers).toBe(0)
    const job = await site.jobOn(machine, ({ frames_held: held }) => held === 2)
    expect(job).toMatchObject({ state: 'rendering', charged_micro_usd: 0, frames_done: 0 })
    // Only small previews of it can be downloaded.
    await expect(site.picture(job, 'original')).resolves.toMatchObject({ status: 409 })
    const ticket = site.renter.rendering.makeDownload({
      params: { id: job.taskId },
      body: { kind: 'zip' },
    })
    await expect(ticket).rejects.toMatchObject({ code: 'picture_not_ready' })
    await site.cancel(job)
    expect(await machine.read()).toMatchObject({ earned_micro_usd: 0, frames_paid: 0, trust: 50 })
  })

  it('is not paid for noise that a second account also delivers', async () => {
    const same: FakeRendererOptions = { ...honest, version: '4.3.1', picture: () => () => 77 }
    await using machine = await site.machine(same)
    await using accomplice = await site.machine(same)
    for (const one of [machine, accomplice])
      await one.once(({ admission }) => admission === 'admitted')
    const job = await site.jobOn(machine, ({ frames_held: held }) => held === 2)
    expect(job).toMatchObject({ charged_micro_usd: 0, frames_done: 0 })
    await site.cancel(job)
    expect(await machine.read()).toMatchObject({ earned_micro_usd: 0, trust: 50 })
  })

  it('is paid by our clock, and at most the cap shown to the renter, whatever it reports and asks', async () => {
    await using machine = await site.machine({ ...noisy, version: '4.0.2' })
    await machine.once(({ admission }) => admission === 'admitted')
    await machine.owner.client.rendering.changeMachine({
      params: { id: machine.id },
      body: { micro_usd_per_reference_hour: 100_000_000_000 },
    })
    await site.vouch(machine, true)
    // Six frames for $0.006: the machine asks $100,000 an hour, and gets three times a frame's share until the budget
    // is used.
    const paused = ({ state }: RenderJob) => state === 'paused' || state === 'completed'
    const job = await site.jobOn(machine, paused, { frames: '1-6', budget: 6_000 })
    const { lines } = await site.renter.rendering.receipt({
      params: { id: job.taskId },
      query: { page_size: 10 },
    })
    expect(lines.length).toBeGreaterThan(0)
    for (const { render_s: seconds, micro_usd: paid } of lines) {
      expect(seconds).toBeLessThan(30)
      expect(paid).toBeLessThanOrEqual(job.frame_micro_usd_max ?? 0)
    }
    expect(job.frame_micro_usd_max).toBe(3_000)
    expect(job.charged_micro_usd).toBeLessThanOrEqual(6_000)
    await site.vouch(machine, false)
  })

  it('cannot keep an honest machine out by lying about its canary, even when it is trusted', async () => {
    const version = '3.5.1'
    const lies: FakeRendererOptions = { ...honest, version, canary: () => noise }
    await using liar = await site.machine(lies)
    await liar.once(({ admission }) => admission === 'admitted')
    await site.trust(liar, 90)
    await using machine = await site.machine({ ...honest, version })
    const reported = await machine.once(({ admission }) => admission !== 'unverified')
    expect(reported).toMatchObject({ admission: 'admitted', checkers: 1 })
    expect(reported.score).toBeLessThanOrEqual(1)
    // Otherwise the canary of the next test waits for it, until it counts as offline.
    await site.trust(liar, 50)
  })

  it('that replays the canary of another machine is refused once an established one exists', async () => {
    await using known = await site.machine({ ...honest, version: '3.6.2' })
    await known.once(({ admission }) => admission === 'admitted')
    await site.vouch(known, true)
    await using machine = await site.machine({
      ...{ ...honest, version: '3.6.2' },
      // The picture of an earlier canary. A fixed seed would be the requested one in one run of 97.
      canary: (asked) => honest.canary({ ...asked, seed: asked.seed + 1 }),
    })
    await machine.once(({ admission }) => admission === 'refused')
    // An honest machine is admitted by the same check.
    await using other = await site.machine({ ...honest, version: '3.6.2' })
    await other.once(({ admission, checkers }) => admission === 'admitted' && checkers === 1)
    const job = await site.jobOn(other, ({ state }) => state === 'completed')
    expect(job).toMatchObject({ frames_done: 2, frames_held: 0 })
    const frames = await site.renter.rendering.frames({ params: { id: job.taskId } })
    expect(frames.map(({ checked }) => checked)).toEqual(['by_machine', 'by_machine'])
    expect(await other.read()).toMatchObject({ frames_paid: 2 })
  })
})
