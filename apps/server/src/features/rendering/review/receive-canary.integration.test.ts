import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { closeChunk } from '../dispatch/close-chunk.ts'
import { fileKeys } from '../file-keys.ts'
import type { ChunkRow } from '../schema.ts'
import { canarySamples } from './canary.ts'
import { receiveCanary } from './receive-canary.ts'
import { sweepVerification } from './sweep-verification.ts'

describe('an unverified machine that the operator vouches for', () => {
  it('gets one canary before anything else, and is admitted with its measured speed', async () => {
    await using site = await withRendering()
    const machine = await unverified(site, { vouched: true })
    await site.job()
    const chunk = await site.extra(machine)
    expect(chunk).toMatchObject({
      kind: 'canary',
      job_id: null,
      spec: { work: { kind: 'canary', samples: canarySamples } },
    })
    expect(await site.extra(machine)).toBeUndefined()
    await expect(site.claim(machine)).rejects.toThrow('there were frames')
    // 64 samples in 32 s, whatever the machine claims.
    await bring(site, chunk, await drawn(1), { seconds: 32 })
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted', score: 0.12 })
    expect(await site.claim(machine)).toMatchObject({ kind: 'frames', machine_score: 0.12 })
    expect(await site.notices()).toEqual([])
  })

  it('gets another canary with more samples if the last one ended too soon to be timed', async () => {
    await using site = await withRendering()
    const machine = await unverified(site, { vouched: true })
    const works = []
    for (const samples of [64, 512, 4_096]) {
      const chunk = await site.extra(machine)
      expect(chunk?.spec.work).toMatchObject({ samples })
      works.push(JSON.stringify(chunk?.spec.work))
      await bring(site, chunk, await drawn(1), { seconds: 3, samplesPerMinute: 2e8 })
    }
    expect(new Set(works.map((work) => work.slice(work.indexOf('seed')))).size).toBe(3)
    // At most the highest score, whatever the machine claims.
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted', score: 64 })
  })
})

describe('an unverified machine', () => {
  it('is admitted once an established machine of another owner rendered the same canary', async () => {
    await using site = await withRendering()
    const [machine, referee] = [await unverified(site), await site.machine()]
    const own = await site.extra(machine)
    await bring(site, own, await drawn(1))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'unverified' })
    expect(await site.extra(machine)).toBeUndefined()
    const reference = await site.extra(referee)
    expect(reference).toMatchObject({ kind: 'canary', canary_of: machine })
    expect(reference?.spec.work).toEqual(own?.spec.work)
    await bring(site, reference, await drawn(1))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted' })
    expect(await site.trustOf(referee)).toMatchObject({ admission: 'admitted', trust: 50 })
    expect(await site.extra(referee)).toBeUndefined()
  })

  it('is refused if the established machine rendered another picture, and its owner notified once', async () => {
    await using site = await withRendering()
    const [machine, referee] = [await unverified(site), await site.machine()]
    await bring(site, await site.extra(machine), await drawn(1))
    await bring(site, await site.extra(referee), await drawn(2))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'refused' })
    expect(await site.extra(machine)).toBeUndefined()
    expect(await site.notices()).toEqual([expect.stringContaining('3.4.1')])
    expect(await site.emails()).toEqual([expect.stringContaining('not admitted')])
  })

  it('is refused only by two owners if their machines are not vouched for', async () => {
    await using site = await withRendering()
    const liar = await site.somebody()
    const machine = await unverified(site)
    const trusted = (owner?: AccountId) =>
      site.machine({ vouched: false, trust: 80, ...(owner === undefined ? {} : { owner }) })
    const [first, second, third] = [await trusted(liar), await trusted(liar), await trusted()]
    const ally = await trusted(await site.colleagueOf(liar))
    await bring(site, await site.extra(machine), await drawn(1))
    await bring(site, await site.extra(first), await drawn(2))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'unverified' })
    // Machines of the first one's party have no second vote.
    for (const one of [first, second, ally]) expect(await site.extra(one)).toBeUndefined()
    await bring(site, await site.extra(third), await drawn(2))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'refused' })
  })

  it('is admitted by a third machine after two owners’ machines differed', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => site.machine({ vouched: false, trust: 80 })),
    )
    if (!first || !second || !third) throw new Error('there are three')
    await bring(site, await site.extra(machine), await drawn(1))
    await bring(site, await site.extra(first), await drawn(2))
    await site.clock.advance(9 * 60_000)
    await bring(site, await site.extra(second), await drawn(1))
    // Each vote restarts the waiting time.
    await site.clock.advance(9 * 60_000)
    await sweepVerification(site.ctx)
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'unverified' })
    await bring(site, await site.extra(third), await drawn(1))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted' })
    expect(await site.notices()).toEqual([])
  })

  it('is admitted with at most the usual score after one owner’s vote against it', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    const referee = await site.machine({ vouched: false, trust: 80 })
    await bring(site, await site.extra(machine), await drawn(1), {
      ...{ seconds: 1.1, samplesPerMinute: 900 },
    })
    await bring(site, await site.extra(referee), await drawn(2))
    await sweepVerification(site.ctx)
    const trust = await site.trustOf(machine)
    expect(trust?.admission).toBe('admitted')
    expect(trust?.score).toBeLessThanOrEqual(1)
  })

  it('ignores a vote whose owner has joined its own party since', async () => {
    await using site = await withRendering()
    const [owner, other] = [await site.somebody(), await site.somebody()]
    const machine = await unverified(site, { owner })
    const referee = await site.machine({ owner: other, vouched: false, trust: 80 })
    await bring(site, await site.extra(machine), await drawn(1))
    const reference = await site.extra(referee)
    await site.colleagueOf(owner, other)
    await bring(site, reference, await drawn(1))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'unverified' })
  })

  it('with another version may differ in noise', async () => {
    await using site = await withRendering()
    const [machine, referee] = [await unverified(site, { version: '4.4.0' }), await site.machine()]
    await bring(site, await site.extra(machine), await drawn(1, 3))
    await bring(site, await site.extra(referee), await drawn(1))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted' })
  })

  it('is not compared by its owner’s other machines, unknown ones or linked ones', async () => {
    await using site = await withRendering()
    const owner = await site.somebody()
    const machine = await unverified(site, { owner })
    const others = [
      await site.machine({ owner }),
      await site.machine({ vouched: false, trust: 79 }),
      await site.machine({ owner: await site.colleagueOf(owner) }),
    ]
    const known = await site.machine()
    await bring(site, await site.extra(machine), await drawn(1))
    for (const other of others) expect(await site.extra(other)).toBeUndefined()
    expect(await site.extra(known)).toMatchObject({ canary_of: machine })
  })

  it('is compared by another machine if an established one could not render the canary', async () => {
    await using site = await withRendering()
    const [machine, referee] = [await unverified(site), await site.machine()]
    await bring(site, await site.extra(machine), await drawn(1))
    await bring(site, await site.extra(referee), null)
    expect(await site.extra(referee)).toBeUndefined()
    expect(await site.extra(await site.machine())).toMatchObject({ canary_of: machine })
  })

  it('is compared by another machine if an established one took the canary and left', async () => {
    await using site = await withRendering()
    const [machine, referee] = [await unverified(site), await site.machine()]
    await bring(site, await site.extra(machine), await drawn(1))
    const chunk = await site.extra(referee)
    if (chunk === undefined) throw new Error('there is a canary')
    await closeChunk(site.ctx, { chunk, state: 'lost', problem: null, failedBy: 'nobody' })
    expect(await site.extra(referee)).toBeUndefined()
    expect(await site.extra(await site.machine())).toMatchObject({ canary_of: machine })
  })

  it('is admitted if no machine can compare it', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    await bring(site, await site.extra(machine), await drawn(1))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted', trust: 50 })
  })

  it('has at most the usual score if its rendering was not compared', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    const quick = { seconds: 1.1, samplesPerMinute: 2e8 }
    await bring(site, await site.extra(machine), await drawn(1), quick)
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted', score: 1 })
  })

  it('is timed with at most the samples that a referee renders in two minutes', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    const referee = await site.machine({ score: 0.3 })
    const slow = await site.machine({ score: 0.2 })
    const quick = { seconds: 1.1, samplesPerMinute: 2e8 }
    await bring(site, await site.extra(machine), await drawn(1), quick)
    const longer = await site.extra(machine)
    expect(longer?.spec.work).toMatchObject({ samples: 512 })
    await bring(site, longer, await drawn(1), quick)
    // 4,096 would take the referee a quarter of an hour.
    expect(await site.extra(machine)).toBeUndefined()
    expect(await site.extra(slow)).toBeUndefined()
    expect(await site.extra(referee)).toMatchObject({ canary_of: machine })
  })

  it('is admitted after ten minutes without a vote', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    await site.machine()
    await bring(site, await site.extra(machine), await drawn(1))
    await sweepVerification(site.ctx)
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'unverified' })
    await site.clock.advance(10 * 60_000)
    await sweepVerification(site.ctx)
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted' })
    expect(await site.files.size(fileKeys.canary(machine))).toBeUndefined()
  })

  it('is admitted as soon as every possible referee has left', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    const referee = await site.machine()
    await bring(site, await site.extra(machine), await drawn(1))
    await site.goOffline(referee)
    await sweepVerification(site.ctx)
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted' })
  })

  it('is not compared with the reference for an earlier canary', async () => {
    await using site = await withRendering()
    site.luck.push(0.1, 0.2, 0.3, 0.4)
    const [machine, referee] = [await unverified(site), await site.machine()]
    await bring(site, await site.extra(machine), await drawn(1))
    const reference = await site.extra(referee)
    // With another driver, the machine renders a new canary while the referee still renders the earlier one.
    await sql`update render_machines set canary = null where machine_id = ${machine}`.execute(
      site.db,
    )
    await bring(site, await site.extra(machine), await drawn(2))
    await bring(site, reference, await drawn(1))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'unverified' })
    await bring(site, await site.extra(referee), await drawn(2))
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'admitted' })
  })

  it.each([
    ['what is no picture', async () => new Uint8Array(100)],
    ['a picture of one colour', () => flat(320, 180)],
    ['a picture of another size', () => flat(64, 64)],
  ])('is refused when it delivers %s', async (_, read) => {
    await using site = await withRendering()
    const machine = await unverified(site)
    await bring(site, await site.extra(machine), await read())
    expect(await site.trustOf(machine)).toMatchObject({ admission: 'refused' })
  })

  it.each([
    ['could not render it', null, 30],
    ['answered sooner than any Blender could', 'a picture', 0.4],
  ])(
    'that %s gets another canary in ten minutes, and its owner is notified once',
    async (...given) => {
      const [, picture, seconds] = given
      await using site = await withRendering()
      const machine = await unverified(site)
      for (const minutes of [10, 10]) {
        const chunk = await site.extra(machine)
        expect(chunk).toMatchObject({ kind: 'canary' })
        await bring(site, chunk, picture === null ? null : await drawn(1), { seconds })
        expect(await site.extra(machine)).toBeUndefined()
        await site.clock.advance(minutes * 60_000)
      }
      expect(await site.trustOf(machine)).toMatchObject({ admission: 'unverified' })
      expect(await site.emails()).toEqual([expect.stringContaining('failed the rendering test')])
    },
  )

  it('gets another canary at once if the first was lost', async () => {
    await using site = await withRendering()
    const machine = await unverified(site)
    const chunk = await site.extra(machine)
    if (chunk === undefined) throw new Error('there is a canary')
    await closeChunk(site.ctx, { chunk, state: 'lost', problem: null, failedBy: 'nobody' })
    expect(await site.extra(machine)).toMatchObject({ kind: 'canary' })
  })
})

it('does not change a machine that was settled meanwhile, and deletes the file', async () => {
  await using site = await withRendering()
  const machine = await site.machine({ trust: 10, admission: 'refused' })
  const key = await bring(site, await site.canaryChunk(machine), await drawn(1))
  expect(await site.trustOf(machine)).toMatchObject({ admission: 'refused', trust: 10 })
  expect(await site.files.size(key)).toBeUndefined()
})

type MachineOptions = Parameters<RenderSite['machine']>[0] & { version?: string }

function unverified(
  site: RenderSite,
  { version = '3.4.1', ...options }: MachineOptions = {},
): Promise<MachineId> {
  const capability = aCapability({ blender_version: version })
  return site.machine({ vouched: false, ...options, admission: 'unverified', capability })
}

/** A picture of waves that depend on `turn`, with this much noise, of 255. */
function drawn(turn: number, noise = 0): Promise<Uint8Array> {
  return picture(320, 180, (x, y) => {
    const wave = 128 + 100 * Math.sin((x * turn) / 20 + y / 9)
    return wave + noise * (((x * 7 + y * 13) % 3) - 1)
  })
}

function flat(width: number, height: number): Promise<Uint8Array> {
  return picture(width, height, () => 90)
}

async function picture(
  width: number,
  height: number,
  shade: (x: number, y: number) => number,
): Promise<Uint8Array> {
  const rgb = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1)
    rgb.fill(Math.round(shade(at % width, Math.floor(at / width))), at * 3, at * 3 + 3)
  return new Uint8Array(
    await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  )
}

/** Lets the machine report its canary this many seconds after the order. */
async function bring(
  site: RenderSite,
  chunk: ChunkRow | undefined,
  picture: Uint8Array | null,
  { samplesPerMinute = 1_000, seconds = 30 } = {},
): Promise<string> {
  if (chunk === undefined) throw new Error('there is a canary')
  const key = fileKeys.arrived(chunk.id, site.ctx.ids.secret())
  if (picture !== null) await site.files.put(key, [picture], site.ctx.signal)
  await receiveCanary(site.ctx, {
    chunk,
    key: picture === null ? null : key,
    doneAtMs: chunk.started_at.getTime() + seconds * 1_000,
    report: {
      chunk_id: chunk.id,
      lease_token: chunk.lease_token,
      phase: 'ended',
      pieces: [],
      problem: picture === null ? { code: 'blender_crashed', text: 'Blender crashed.' } : null,
      samples_per_minute: picture === null ? null : samplesPerMinute,
      memory_peak_mib: null,
    },
  })
  await closeChunk(site.ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
  return key
}
