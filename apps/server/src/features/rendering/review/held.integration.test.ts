import { renderHeldLifeS } from '@gridloom/contract/core/constants'
import type { MachineId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { microUsdPerSecond, type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { rendered } from '../../../../test/rendered.ts'
import { checkLedger } from '../../ledger/index.ts'
import { readFramePicture } from '../delivery/read-picture.ts'
import { closeChunk } from '../dispatch/close-chunk.ts'
import { watchJobs } from '../dispatch/watch-jobs.ts'
import { approveFrames } from '../jobs/approve-frames.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { readJob } from '../jobs/read-job.ts'
import { rejectFrames } from '../jobs/reject-frames.ts'
import { acceptHeld } from './accept-held.ts'
import { sweepVerification } from './sweep-verification.ts'

const price = 2 * microUsdPerSecond

describe('a picture that no machine can check', () => {
  it('is held: unpaid, with small previews, and the price of accepting it', async () => {
    await using site = await withRendering()
    const { job, producer, asOwner } = await held(site)
    const [frame] = await site.frames(job.id)
    expect(frame).toMatchObject({ state: 'held', charged_micro_usd: 0, held_micro_usd: price })
    expect(await site.earned(producer)).toBe(0)
    expect(await site.trustOf(producer)).toMatchObject({ trust: 50, frames_paid: 0 })
    expect(await readJob(asOwner, job.id)).toMatchObject({
      state: 'rendering',
      ...{ charged_micro_usd: 0, frames_done: 0 },
      ...{ frames_held: 1, frames_held_micro_usd: price },
    })
    const asked = { id: job.id, frame: 1 } as const
    await expect(readFramePicture(asOwner, { ...asked, size: 'original' })).rejects.toMatchObject({
      code: 'picture_not_ready',
    })
    // 96 pixels wide: the preview is half of it, whichever size is requested.
    for (const size of ['large', 'medium', 'small'] as const) {
      const { etag } = await readFramePicture(asOwner, { ...asked, size })
      expect(etag).toMatch(/^(medium|small)-/)
    }
  })

  it('is the reason that its job waits, and its owner is notified once', async () => {
    await using site = await withRendering()
    const { job } = await held(site)
    for (const _ of [1, 2]) await watchJobs(site.ctx)
    expect((await site.jobRow(job.id))?.reason).toMatchObject({ code: 'frames_held' })
    expect(await site.notices()).toEqual([expect.stringContaining('One picture needs')])
  })

  it('is paid once when its owner accepts it, also in concurrent calls', async () => {
    await using site = await withRendering()
    const { job, producer, asOwner } = await held(site)
    const accept = () => approveFrames(asOwner, job.id, { frames: [1], held_micro_usd: price })
    await Promise.all([accept(), accept()])
    expect(await accept()).toMatchObject({ state: 'completed', charged_micro_usd: price })
    expect((await site.frames(job.id))[0]).toMatchObject({
      ...{ state: 'done', checked: 'by_owner', approval: 'approved' },
      ...{ charged_micro_usd: price, held_micro_usd: 0 },
    })
    expect(await site.earned(producer)).toBe(price * 0.9)
    // The owner's acceptance does not change the machine's trust.
    expect(await site.trustOf(producer)).toMatchObject({ trust: 50, frames_paid: 1 })
    expect(await checkLedger(site.db)).toMatchObject({ clean: true })
  })

  it('is not paid at another price than shown, nor if the picture has changed', async () => {
    await using site = await withRendering()
    const { job, producer, asOwner } = await held(site)
    for (const shown of [0, price - 1, price + 1])
      await expect(
        approveFrames(asOwner, job.id, { frames: [1], held_micro_usd: shown }),
      ).rejects.toMatchObject({
        code: 'price_changed',
        details: { shown_micro_usd: shown, now_micro_usd: price },
      })
    const seen = { job_id: job.id, number: 1, part: 0, held_micro_usd: price }
    await site.ctx.transact((tx) => acceptHeld(site.ctx, tx, { ...seen, sha256: 'f'.repeat(64) }))
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'held' })
    expect(await site.earned(producer)).toBe(0)
  })

  it('costs the price that was shown, even if its time has fractions of a millisecond', async () => {
    await using site = await withRendering()
    const { job, asOwner } = await held(site, { score: 60, renderMs: 1_999.4999 })
    const { frames_held_micro_usd: shown } = await readJob(asOwner, job.id)
    const accepted = await approveFrames(asOwner, job.id, { frames: [1], held_micro_usd: shown })
    expect(accepted.charged_micro_usd).toBe(shown)
  })

  it('is requeued for another machine, unpaid, when its owner rejects it', async () => {
    await using site = await withRendering()
    const { job, producer, asOwner } = await held(site)
    const rejected = await rejectFrames(asOwner, job.id, { frames: [1] })
    expect(rejected).toMatchObject({ state: 'rendering', charged_micro_usd: 0, frames_held: 0 })
    expect((await site.frames(job.id))[0]).toMatchObject({
      ...{ state: 'pending', approval: 'rejected', failed_machines: [producer] },
      problem: { code: 'rejected_by_owner' },
    })
    expect(await site.jobRow(job.id)).toMatchObject({ committed_micro_usd: 0 })
    await expect(site.claim(producer)).rejects.toThrow('there were frames')
  })

  it('releases its money when the job is cancelled, and is no longer shown', async () => {
    await using site = await withRendering()
    const { job, asOwner } = await held(site)
    expect(await cancelJob(asOwner, job.id)).toMatchObject({
      ...{ state: 'cancelled', charged_micro_usd: 0, held_micro_usd: 0, frames_held: 0 },
    })
    const asked = { id: job.id, frame: 1, size: 'small' } as const
    await expect(readFramePicture(asOwner, asked)).rejects.toMatchObject({
      code: 'picture_not_ready',
    })
  })

  it('is checked as soon as a comparable established machine is online', async () => {
    await using site = await withRendering()
    const { job, producer } = await held(site)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'held' })
    const checker = await site.machine()
    await Promise.all([sweepVerification(site.ctx), sweepVerification(site.ctx)])
    expect(await site.checks(job.id)).toHaveLength(1)
    const check = await site.extra(checker)
    if (check === undefined) throw new Error('there is a check')
    await site.send(check, await site.part('honest.png', check))
    expect((await site.frames(job.id))[0]).toMatchObject({
      ...{ state: 'done', checked: 'by_machine', charged_micro_usd: price },
    })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 52 })
  })

  it('is given up after two weeks without acceptance, and its money is released', async () => {
    await using site = await withRendering()
    const { job } = await held(site)
    await site.clock.advance(renderHeldLifeS * 1_000 + 1)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({
      ...{ state: 'failed', problem: { code: 'not_accepted' } },
    })
    expect(await site.jobRow(job.id)).toMatchObject({
      ...{ state: 'completed', charged_micro_usd: 0, frames_failed: 1 },
    })
    expect(await checkLedger(site.db)).toMatchObject({ clean: true })
  })

  it('is not checked by a machine that failed at its check, and keeps its two-week limit', async () => {
    await using site = await withRendering()
    const { job } = await held(site)
    const checker = await site.machine()
    await site.clock.advance(60_000)
    await sweepVerification(site.ctx)
    const check = await site.extra(checker)
    if (check === undefined) throw new Error('there is a check')
    await closeChunk(site.ctx, { chunk: check, state: 'failed', problem, failedBy: 'machine' })
    await site.clock.advance(61_000)
    for (const _ of [1, 2, 3]) await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'held' })
    expect(await site.checks(job.id)).toHaveLength(1)
    await site.clock.advance(renderHeldLifeS * 1_000 - 121_000 + 1)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'failed' })
  })

  it('can be accepted after a machine has taken and left its check twice', async () => {
    await using site = await withRendering()
    const { job, asOwner } = await held(site)
    const checker = await site.machine()
    await site.clock.advance(1_000)
    for (const state of ['lost', 'stopped'] as const) {
      await sweepVerification(site.ctx)
      const check = await site.extra(checker)
      if (check === undefined) throw new Error('there is a check')
      await closeChunk(site.ctx, { chunk: check, state, problem: null, failedBy: 'nobody' })
    }
    expect(await site.extra(checker)).toBeUndefined()
    await site.clock.advance(61_000)
    for (const _ of [1, 2]) await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'held' })
    const accept = { frames: [1], held_micro_usd: price }
    expect(await approveFrames(asOwner, job.id, accept)).toMatchObject({ state: 'completed' })
  })

  it('is checked in its turn, after many that no machine can check', async () => {
    await using site = await withRendering()
    const { job: other, producer: lone } = await held(site)
    await sql`update render_machines set capability = jsonb_set(capability, '{blender_version}', '"4.4.0"')
      where machine_id = ${lone}`.execute(site.db)
    await sql`insert into render_frames (job_id, number, part, state, chunk_id, machine_id, changed_at)
      select job_id, n, 0, 'held', chunk_id, 'mch_' || n, changed_at
      from render_frames cross join generate_series(1001, 1120) n where job_id = ${other.id}`.execute(
      site.db,
    )
    await site.clock.advance(1_000)
    const { job } = await held(site)
    await site.machine()
    for (const _ of [1, 2]) await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'checking' })
  })

  it('is held for a trusted machine too, and accepted by its form for a vouched one', async () => {
    await using site = await withRendering()
    const trusted = await site.machine({ trust: 100, vouched: false })
    const first = await site.job()
    await site.send(await site.claim(trusted), 'honest.png')
    expect((await site.frames(first.id))[0]).toMatchObject({ state: 'held' })
    await site.goOffline(trusted)
    const vouched = await site.machine({ trust: 50 })
    const second = await site.job()
    await site.send(await site.claim(vouched), 'honest.png')
    expect((await site.frames(second.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
  })
})

describe('two unknown machines', () => {
  it('cannot check each other, nor can machines linked to the producer or the renter', async () => {
    await using site = await withRendering()
    const owner = await site.somebody()
    const producer = await site.machine({ owner, vouched: false })
    await site.machine({ vouched: false, trust: 79 })
    await site.machine({ owner: await site.colleagueOf(owner) })
    const job = await site.job()
    await site.machine({ owner: await site.colleagueOf(job.owner) })
    await site.send(await site.claim(producer), 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'held' })
  })

  it('cannot outvote an established machine', async () => {
    await using site = await withRendering()
    const [producer, accomplice] = [
      await site.machine({ vouched: false }),
      await site.machine({ vouched: false }),
    ]
    const known = await site.machine()
    const job = await site.job()
    await site.send(await site.claim(producer), 'black.png')
    expect(await site.extra(accomplice)).toBeUndefined()
    const check = await site.extra(known)
    if (check === undefined) throw new Error('there is a check')
    await site.send(check, await site.part('honest.png', check))
    expect(await site.extra(accomplice)).toBeUndefined()
    // One vote against another: no machine is paid and none is blamed.
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'pending', charged_micro_usd: 0 })
    expect(await site.trustOf(known)).toMatchObject({ trust: 50 })
  })
})

describe('a check that no machine can render any more', () => {
  it('leaves its picture held', async () => {
    await using site = await withRendering()
    const producer = await site.machine({ vouched: false })
    const checker = await site.machine()
    const job = await site.job()
    await site.send(await site.claim(producer), 'honest.png')
    await site.goOffline(checker)
    await site.clock.advance(61_000)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({
      ...{ state: 'held', charged_micro_usd: 0, held_micro_usd: price },
    })
  })
})

describe('a part of a frame', () => {
  const tiles = [
    { region: { x: 0, y: 0, width: 48, height: 54 }, sample_range: null },
    { region: { x: 48, y: 0, width: 48, height: 54 }, sample_range: null },
  ]
  const settings = { split: { kind: 'tiles', columns: 2, rows: 1 } } as const

  it('is given only to a machine that can be checked', async () => {
    await using site = await withRendering()
    const lone = await site.machine({ vouched: false })
    const job = await site.job({ settings })
    await site.splitInto(job.id, tiles)
    await expect(site.claim(lone)).rejects.toThrow('there were frames')
    await site.machine({ capability: aCapability({ blender_version: '3.6.0' }) })
    await expect(site.claim(lone)).rejects.toThrow('there were frames')
    await site.machine()
    expect(await site.claim(lone)).toMatchObject({ kind: 'frames' })
  })

  it('is requeued if its checker has left meanwhile, as no owner could accept a part', async () => {
    await using site = await withRendering()
    const producer = await site.machine({ vouched: false })
    const checker = await site.machine()
    const job = await site.job({ settings })
    await site.splitInto(job.id, tiles)
    const chunk = await site.claim(producer)
    await site.goOffline(checker)
    expect(await site.send(chunk, await half())).toMatchObject({
      sentBack: { code: 'check_failed' },
    })
    expect((await site.frames(job.id))[1]).toMatchObject({ state: 'pending', failed_machines: [] })
  })
})

it('charges at most the price limit that the renter saw, whatever time the machine reports', async () => {
  await using site = await withRendering()
  const producer = await site.machine({ score: 64 })
  const job = await site.job()
  await sql`update render_jobs set frame_micro_usd_max = 900 where id = ${job.id}`.execute(site.db)
  const chunk = await site.claim(producer)
  await site.send(chunk, 'honest.png', { renderMs: 20_000 })
  await closeChunk(site.ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
  expect(await site.jobRow(job.id)).toMatchObject({ state: 'completed', charged_micro_usd: 900 })
  expect(await site.earned(producer)).toBe(810)
})

const problem = { code: 'blender_crashed', text: 'Blender crashed.' } as const

/** A frame of an unknown machine without a comparable one. */
async function held(site: RenderSite, { score = 1, renderMs = 2_000 } = {}) {
  const producer: MachineId = await site.machine({ vouched: false, score })
  const job = await site.job()
  const chunk = await site.claim(producer)
  await site.send(chunk, 'honest.png', { renderMs })
  await closeChunk(site.ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
  return { job, producer, asOwner: site.ctxAs(anActor(job.owner)) }
}

async function half(): Promise<Uint8Array> {
  const whole = sharp(rendered('honest.png').bytes)
  const left = { left: 0, top: 0, width: 48, height: 54 }
  return new Uint8Array(await whole.extract(left).png().toBuffer())
}
