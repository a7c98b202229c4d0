import { buffer } from 'node:stream/consumers'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { microUsdPerSecond, type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { rendered } from '../../../../test/rendered.ts'
import { readCrop } from '../delivery/read-crop.ts'
import { closeChunk } from '../dispatch/close-chunk.ts'
import { fileKeys } from '../file-keys.ts'
import { rejectFrames } from '../jobs/reject-frames.ts'
import { sweepVerification } from './sweep-verification.ts'

describe('a new machine’s picture', () => {
  it('is checked in a region by another owner’s machine, and paid if that is equal', async () => {
    await using site = await withRendering()
    const { job, producer, others } = await checked(site, 'honest.png')
    const check = await site.extra(others[0])
    expect(check).toMatchObject({ kind: 'check', job_id: job.id, frames: [1] })
    const work = check?.spec.work
    if (check === undefined || work?.kind !== 'render') throw new Error('it renders')
    expect(work.pieces).toMatchObject([{ frame: 1, region: { width: 32, height: 32 } }])
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'checking',
      charged_micro_usd: 0,
    })
    await site.send(check, await site.part('honest.png', check))
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'done',
      checked: 'by_machine',
      charged_micro_usd: 2 * microUsdPerSecond,
    })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 52, frames_paid: 1 })
    // The checker is paid by the platform, and gains a little trust.
    expect(await site.trustOf(others[0])).toMatchObject({ trust: 51 })
    expect(await site.earned(others[0])).toBe(2 * microUsdPerSecond)
    expect(await site.jobRow(job.id)).toMatchObject({ charged_micro_usd: 2 * microUsdPerSecond })
  })

  it('is not checked by machines of the same owner or the renter, or with another version or engine', async () => {
    await using site = await withRendering()
    const owner = await site.somebody()
    const producer = await site.machine({ owner })
    const honest = await site.machine()
    const job = await site.job()
    const unfit = [
      await site.machine({ owner }),
      await site.machine({ owner: job.owner }),
      await site.machine({ capability: aCapability({ blender_version: '3.6.0' }) }),
      await site.machine({ capability: aCapability({ engines: ['eevee'] }) }),
    ]
    await site.send(await site.claim(producer), 'honest.png')
    for (const machine of unfit) expect(await site.extra(machine)).toBeUndefined()
    expect(await site.extra(producer)).toBeUndefined()
    expect(await site.extra(honest)).toMatchObject({ kind: 'check' })
  })

  it('is checked by one machine, and by another if that one is lost', async () => {
    await using site = await withRendering()
    const { others } = await checked(site, 'honest.png')
    const lost = await site.extra(others[0])
    if (lost === undefined) throw new Error('there is a check')
    expect(await site.extra(others[1])).toBeUndefined()
    await closeChunk(site.ctx, { chunk: lost, state: 'lost', problem: null, failedBy: 'nobody' })
    expect(await site.extra(others[1])).toMatchObject({ kind: 'check' })
    expect(await site.send(lost, 'crop.png')).toBe('not_ours')
  })
})

describe('a machine that cheats', () => {
  it.each(['half-samples.png', 'other-seed.png', 'frame-2.png', 'recompressed.png', 'black.png'])(
    'is caught with %s when two others agree: unpaid, frame requeued, owner notified',
    async (cheat) => {
      await using site = await withRendering()
      const { job, producer, others } = await checked(site, cheat)
      const first = await vote(site, others[0], 'honest.png')
      expect(first).toBe('taken')
      expect((await site.frames(job.id))[0]).toMatchObject({ state: 'checking' })
      // Its vote alone is not enough to be paid.
      expect(await site.earned(others[0])).toBe(0)
      expect(await vote(site, others[1], 'honest.png')).toBe('taken')
      expect(await site.checks(job.id)).toMatchObject([
        { outcome: 'different', vote: 1, checker_machine_id: others[0] },
        { outcome: 'different', vote: 2, checker_machine_id: others[1] },
      ])
      expect((await site.frames(job.id))[0]).toMatchObject({
        state: 'pending',
        failed_machines: [producer],
        problem: { code: 'check_failed' },
      })
      expect(await site.trustOf(producer)).toMatchObject({
        trust: 10,
        admission: 'refused',
        frames_paid: 0,
        frames_refused: 1,
      })
      expect(await site.earned(producer)).toBe(0)
      for (const other of others) expect(await site.earned(other)).toBe(2 * microUsdPerSecond)
      expect(await site.notices()).toMatchObject([
        expect.stringContaining('other owners’ machines'),
      ])
      expect(await site.emails()).toEqual([expect.stringContaining('no longer gets frames')])
      expect(await site.jobRow(job.id)).toMatchObject({
        charged_micro_usd: 0,
        committed_micro_usd: 0,
      })
    },
  )

  it('is not paid for the other frames of its chunk, which are requeued', async () => {
    await using site = await withRendering()
    const options = { frames: 12, trusted: 'producer' } as const
    const { job, producer, others, chunk } = await checked(site, 'half-samples.png', options)
    expect(chunk.frames).toEqual([1, 2])
    await vote(site, others[0], 'honest.png')
    await vote(site, others[1], 'honest.png')
    const [first, second, third] = await site.frames(job.id)
    for (const frame of [first, second])
      expect(frame).toMatchObject({ state: 'pending', failed_machines: [producer] })
    expect(third).toMatchObject({ state: 'pending', failed_machines: [] })
    expect(await site.chunkOf(chunk.id)).toMatchObject({ state: 'stopped' })
    expect(await site.earned(producer)).toBe(0)
    // It was trusted: it stays admitted, with less trust.
    expect(await site.trustOf(producer)).toMatchObject({ trust: 60, admission: 'admitted' })
  })

  it('in a check is exposed by a third machine, and the honest one is paid', async () => {
    await using site = await withRendering()
    const { job, producer, others } = await checked(site, 'honest.png')
    await vote(site, others[0], 'other-seed.png')
    await vote(site, others[1], 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_machine' })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 52 })
    expect(await site.trustOf(others[0])).toMatchObject({ trust: 10, admission: 'refused' })
    expect(await site.earned(others[0])).toBe(0)
    expect(await site.earned(others[1])).toBe(2 * microUsdPerSecond)
  })

  it('has its compared picture stored as evidence', async () => {
    await using site = await withRendering()
    const { job, others } = await checked(site, 'half-samples.png')
    const check = await site.extra(others[0])
    if (check === undefined) throw new Error('there is a check')
    const crop = await site.part('honest.png', check)
    await site.send(check, crop)
    const [row] = await site.checks(job.id)
    if (row === undefined) throw new Error('it is there')
    expect(await site.readFile(fileKeys.check(job.id, row.id))).toEqual(crop)
    expect(row.psnr_db).toBeLessThan(60)
  })

  it('has both pictures shown to its owner and the job’s owner only', async () => {
    await using site = await withRendering()
    const owner = await site.somebody()
    const { job, others } = await checked(site, 'half-samples.png', { owner })
    const check = await site.extra(others[0])
    if (check === undefined) throw new Error('there is a check')
    await site.send(check, await site.part('honest.png', check))
    const [row] = await site.checks(job.id)
    if (row === undefined) throw new Error('it is there')
    const read = (accountId: AccountId, side: 'made' | 'compared') =>
      readCrop(site.ctxAs(anActor(accountId)), { check: row.id, side })
    for (const account of [owner, job.owner]) {
      const [made, compared] = [await read(account, 'made'), await read(account, 'compared')]
      expect(made).toMatchObject({ contentType: 'image/jpeg' })
      expect(made.etag).not.toBe(compared.etag)
      expect(await buffer(made.pieces)).not.toEqual(await buffer(compared.pieces))
    }
    const stranger = await site.somebody()
    await expect(read(stranger, 'made')).rejects.toMatchObject({ code: 'not_found' })
    await sql`update render_jobs set removed_at = now() where id = ${job.id}`.execute(site.db)
    await expect(read(job.owner, 'made')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a picture that its owner rejected', () => {
  it('is proven wrong when two others agree: the second one is free, and its machine caught', async () => {
    await using site = await withRendering()
    const { job, producer, others, owner } = await rejected(site, 'half-samples.png')
    const second = await site.machine({ owner })
    await site.send(await site.claim(second), 'honest.png')
    const [waiting] = await site.frames(job.id)
    expect(waiting).toMatchObject({ state: 'checking' })
    // The whole picture is compared, and not by the accused machine.
    const region = { x: 0, y: 0, width: 96, height: 54 }
    expect(await site.checks(job.id)).toMatchObject([{ region, machine_id: second }])
    expect(await site.extra(producer)).toBeUndefined()
    await vote(site, others[0], 'honest.png')
    const paidOnce = { charged_micro_usd: 2 * microUsdPerSecond }
    expect(await site.jobRow(job.id)).toMatchObject({ state: 'completed', ...paidOnce })
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'done',
      checked: 'by_machine',
      machine_id: second,
      rejected: null,
      ...paidOnce,
    })
    expect(await site.earned(second)).toBe(2 * microUsdPerSecond)
    expect(await site.trustOf(producer)).toMatchObject({ trust: 60 })
    const evidence = (await site.checks(job.id)).filter(({ machine_id }) => machine_id === producer)
    const evidenceId = evidence[0]?.id ?? site.ctx.ids.mint('renderCheck')
    expect(evidence).toMatchObject([{ outcome: 'different', region, has_crops: true }])
    expect(evidence[0]?.psnr_db).toBeLessThan(60)
    for (const side of ['made', 'compared'] as const) {
      const key = fileKeys.crop(job.id, evidenceId, side)
      expect(await site.files.size(key)).toBeGreaterThan(100)
    }
  })

  it('is right if another machine renders the same: paid again, and no machine is blamed', async () => {
    await using site = await withRendering()
    const { job, producer, owner } = await rejected(site, 'honest.png')
    const second = await site.machine({ owner, trust: 100 })
    await site.send(await site.claim(second), 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
    expect(await site.jobRow(job.id)).toMatchObject({ charged_micro_usd: 4 * microUsdPerSecond })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 100 })
  })

  it('stays right if the second picture is the wrong one', async () => {
    await using site = await withRendering()
    const { job, producer, others, owner } = await rejected(site, 'honest.png')
    const second = await site.machine({ owner })
    await site.send(await site.claim(second), 'half-samples.png')
    for (const other of others) await vote(site, other, 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'pending' })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 100 })
    expect(await site.trustOf(second)).toMatchObject({ trust: 10, admission: 'refused' })
    expect(await site.earned(second)).toBe(0)
  })

  it('is not compared if its file is lost: the second is paid, and no machine is blamed', async () => {
    await using site = await withRendering()
    const { job, producer, owner } = await rejected(site, 'half-samples.png')
    const [frame] = await site.frames(job.id)
    if (frame?.rejected == null) throw new Error('the frame knows what was rejected')
    const { sha256 } = frame.rejected
    await site.files.remove(fileKeys.picture(job.id, { number: 1, part: 0, sha256 }))
    const second = await site.machine({ owner, trust: 100 })
    await site.send(await site.claim(second), 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
    expect(await site.jobRow(job.id)).toMatchObject({ charged_micro_usd: 4 * microUsdPerSecond })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 100 })
  })

  it('is not compared with one of another version of Blender, which rightly differs', async () => {
    await using site = await withRendering()
    const { job, producer } = await rejected(site, 'half-samples.png', { others: 1 })
    const capability = aCapability({ blender_version: '3.6.0' })
    const second = await site.machine({ trust: 100, capability })
    await site.send(await site.claim(second), 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
    expect(await site.jobRow(job.id)).toMatchObject({ charged_micro_usd: 4 * microUsdPerSecond })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 100 })
  })
})

describe('an undecided check', () => {
  it('of three different pictures pays and blames no machine, and requeues the frame', async () => {
    await using site = await withRendering()
    const { job, producer, others } = await checked(site, 'honest.png')
    await vote(site, others[0], 'other-seed.png')
    await vote(site, others[1], 'frame-2.png')
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'pending',
      failed_machines: [producer],
    })
    for (const machine of [producer, ...others]) {
      expect(await site.earned(machine)).toBe(0)
      expect(await site.trustOf(machine)).toMatchObject({ trust: 50, admission: 'admitted' })
    }
    expect((await site.checks(job.id)).map(({ outcome }) => outcome)).toEqual([
      'undecided',
      'undecided',
    ])
  })

  it('without a third owner blames no machine, and requeues the frame', async () => {
    await using site = await withRendering()
    const { job, producer, others } = await checked(site, 'honest.png', { others: 1 })
    await vote(site, others[0], 'other-seed.png')
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'pending',
      failed_machines: [producer],
    })
    expect(await site.trustOf(producer)).toMatchObject({ trust: 50 })
    expect(await site.trustOf(others[0])).toMatchObject({ trust: 50 })
  })

  it('whose only checker left is accepted by form after a minute, for a vouched machine', async () => {
    await using site = await withRendering()
    const { job, others } = await checked(site, 'honest.png', { others: 1 })
    await site.goOffline(others[0])
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'checking' })
    await site.clock.advance(61_000)
    await sweepVerification(site.ctx)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
    expect(await site.jobRow(job.id)).toMatchObject({ frames_done: 1 })
  })

  it('with a first vote against the picture requeues the frame when no third machine comes', async () => {
    await using site = await withRendering()
    const { job, producer, others } = await checked(site, 'honest.png')
    await vote(site, others[0], 'other-seed.png')
    await site.goOffline(others[1])
    await site.clock.advance(61_000)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'pending',
      failed_machines: [producer],
    })
  })
})

it('settles a check once, however often its picture arrives', async () => {
  await using site = await withRendering()
  const { producer, others } = await checked(site, 'honest.png')
  const check = await site.extra(others[0])
  if (check === undefined) throw new Error('there is a check')
  const crop = await site.part('honest.png', check)
  await Promise.all([1, 2, 3].map(() => site.send(check, crop)))
  expect(await site.trustOf(producer)).toMatchObject({ trust: 52, frames_paid: 1 })
  expect(await site.earned(others[0])).toBe(2 * microUsdPerSecond)
})

it.each([
  [0.02, 'done'],
  [0.019, 'checking'],
])(
  'checks a trusted machine’s picture at random, with the random number %s',
  async (random, state) => {
    await using site = await withRendering()
    const machine = await site.machine({ trust: 100 })
    await site.machine()
    const job = await site.job()
    site.luck.push(random)
    await site.send(await site.claim(machine), 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state })
  },
)

interface SetupOptions {
  /** The owner of the checked machine; a new account by default. */
  owner?: AccountId
  frames?: number
  others?: 1 | 2
  /** The producer is trusted, and its picture chosen at random. */
  trusted?: 'producer'
}

/** A machine's picture that waits for a check, with machines of other owners. */
async function checked(
  site: RenderSite,
  picture: string,
  { owner, frames = 1, others: count = 2, trusted }: SetupOptions = {},
) {
  const by = owner === undefined ? {} : { owner }
  const producer = await site.machine({ ...by, trust: trusted === undefined ? 50 : 100 })
  const [one, two] = [await site.machine(), count === 2 ? await site.machine() : undefined]
  const job = await site.job({ frames, ...(frames > 1 ? { referenceMs: 1_000 } : {}) })
  if (trusted !== undefined) site.luck.push(0.01)
  const chunk = await site.claim(producer)
  await site.send(chunk, picture === 'black.png' ? picture : rendered(picture).bytes)
  return { job, producer, chunk, others: [one, two ?? one] as const }
}

/** A trusted machine's picture that was accepted by its form, and then rejected by the renter. */
async function rejected(
  site: RenderSite,
  picture: string,
  { others: count = 2 }: SetupOptions = {},
) {
  const producer = await site.machine({ trust: 100 })
  const [one, two] = [await site.machine(), count === 2 ? await site.machine() : undefined]
  const job = await site.job()
  await site.send(await site.claim(producer), picture)
  expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
  await rejectFrames(site.ctxAs(anActor(job.owner)), job.id, { frames: [1] })
  const owner = await site.somebody()
  return { job, producer, owner, others: [one, two ?? one] as const }
}

/** Lets a machine render its check from this picture. */
async function vote(site: RenderSite, machine: MachineId, picture: string) {
  const check = await site.extra(machine)
  if (check === undefined) throw new Error('there is a check')
  return site.send(check, await site.part(picture, check))
}
