import type { RenderJobId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type RenderSite, withRendering } from '../../../../test/render-site.ts'
import { closeChunk } from '../dispatch/close-chunk.ts'
import { sweepVerification } from './sweep-verification.ts'

const quarters = [0, 1].flatMap((y) =>
  [0, 1].map((x) => ({
    region: { x: x * 48, y: y * 27, width: 48, height: 27 },
    sample_range: null,
  })),
)

describe('tiles that were all done when a replica stopped', () => {
  it('are stitched once by the next sweep', async () => {
    await using site = await withRendering()
    const { job } = await tiled(site)
    await forgetWhole(site, job.id)
    await Promise.all([sweepVerification(site.ctx), sweepVerification(site.ctx)])
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done' })
    expect(await site.jobRow(job.id)).toMatchObject({ frames_done: 1, state: 'completed' })
  })

  it('wait while one of them is pending', async () => {
    await using site = await withRendering()
    const { job } = await tiled(site)
    await forgetWhole(site, job.id)
    await sql`update render_frames set state = 'pending' where job_id = ${job.id} and part = 3`.execute(
      site.db,
    )
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'assembling' })
  })

  it('that do not fit fail the frame with a problem, and not the sweep', async () => {
    await using site = await withRendering()
    const { job } = await tiled(site)
    await forgetWhole(site, job.id)
    // As if one tile had been ordered elsewhere.
    const wrong = JSON.stringify({
      region: { x: 0, y: 0, width: 48, height: 27 },
      sample_range: null,
    })
    await sql`update render_frames set extent = ${wrong}::jsonb where job_id = ${job.id} and part = 4`.execute(
      site.db,
    )
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'failed',
      problem: { code: 'merge_failed', text: expect.stringContaining('tiles') },
    })
    expect(await site.jobRow(job.id)).toMatchObject({ frames_failed: 1, state: 'completed' })
  })
})

describe('a check of a picture that is no longer compared', () => {
  it('is given to no machine, and closed', async () => {
    await using site = await withRendering()
    const { job, other } = await doubted(site)
    await sql`update render_frames set state = 'cancelled' where job_id = ${job.id}`.execute(
      site.db,
    )
    expect(await site.extra(other)).toBeUndefined()
    await site.clock.advance(61_000)
    await sweepVerification(site.ctx)
    expect(await site.checks(job.id)).toMatchObject([{ outcome: 'undecided' }])
    expect(await site.trustOf(other)).toMatchObject({ trust: 50 })
  })

  it('pays and blames no machine when its picture arrives after all', async () => {
    await using site = await withRendering()
    const { job, producer, other } = await doubted(site)
    const check = await site.extra(other)
    if (check === undefined) throw new Error('there is a check')
    await sql`update render_frames set state = 'cancelled' where job_id = ${job.id}`.execute(
      site.db,
    )
    expect(await site.send(check, await site.part('frame-2.png', check))).toBe('taken')
    expect(await site.checks(job.id)).toMatchObject([{ outcome: 'undecided' }])
    for (const machine of [producer, other]) {
      expect(await site.trustOf(machine)).toMatchObject({ trust: 50 })
      expect(await site.earned(machine)).toBe(0)
    }
  })
})

describe('a check at which a machine failed', () => {
  it('is not given to it again, and the picture is accepted by form if no machine is left', async () => {
    await using site = await withRendering()
    const { job, other } = await doubted(site)
    const check = await site.extra(other)
    if (check === undefined) throw new Error('there is a check')
    const problem = { code: 'out_of_memory', text: 'It ran out of memory.' } as const
    await closeChunk(site.ctx, { chunk: check, state: 'failed', problem, failedBy: 'machine' })
    expect(await site.extra(other)).toBeUndefined()
    await site.clock.advance(61_000)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_form' })
    expect(await site.checks(job.id)).toMatchObject([{ outcome: 'undecided' }])
  })

  it('waits while another machine could still render it', async () => {
    await using site = await withRendering()
    const { job } = await doubted(site)
    await site.clock.advance(600_000)
    await sweepVerification(site.ctx)
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'checking' })
  })
})

describe('merged sample ranges', () => {
  it('of an untrusted machine are merged again by another owner’s, and compared', async () => {
    await using site = await withRendering()
    const { job, producer, other } = await merged(site, 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'checking',
      machine_id: producer,
    })
    const check = await site.extra(other)
    expect(check).toMatchObject({ kind: 'check', spec: { work: { kind: 'merge', frame: 1 } } })
    if (check !== undefined) await site.send(check, 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_machine' })
  })

  it('do not change the score of the merging machine', async () => {
    await using site = await withRendering()
    const { job, producer, other } = await merged(site, 'honest.png')
    // Ranges of established machines, which take far longer than a merge.
    await sql`insert into render_charges (key, job_id, number, machine_id, machine_name, render_ms, machine_score,
        reference_ms, micro_usd_per_reference_hour, micro_usd, at)
      select 'range ' || n, ${job.id}, 1, ${other}, 'box', 600000, 1, 600000, 1, 1, now()
      from generate_series(1, 3) n`.execute(site.db)
    const before = await site.trustOf(producer)
    const check = await site.extra(other)
    if (check !== undefined) await site.send(check, 'honest.png')
    expect((await site.frames(job.id))[0]).toMatchObject({ state: 'done', checked: 'by_machine' })
    expect((await site.trustOf(producer))?.score).toBe(before?.score)
  })

  it('that two machines disagree on are merged elsewhere, and the ranges are kept', async () => {
    await using site = await withRendering()
    const { job, producer, other } = await merged(site, 'half-samples.png')
    const check = await site.extra(other)
    if (check !== undefined) await site.send(check, 'honest.png')
    const [whole, ...ranges] = await site.frames(job.id)
    expect(whole).toMatchObject({ state: 'assembling', failed_machines: [producer] })
    expect(ranges.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(await site.extra(producer)).toBeUndefined()
  })

  it('are given up after three machines failed to merge them', async () => {
    await using site = await withRendering()
    const { job } = await merged(site, 'small.png')
    for (const _ of [1, 2]) {
      const merge = await site.extra(await site.machine())
      if (merge === undefined) throw new Error('it is not merged yet')
      await site.send(merge, 'small.png')
      await closeChunk(site.ctx, { chunk: merge, state: 'done', problem: null, failedBy: 'nobody' })
    }
    expect((await site.frames(job.id))[0]).toMatchObject({
      state: 'failed',
      problem: { code: 'wrong_size' },
    })
    expect(await site.jobRow(job.id)).toMatchObject({ state: 'completed', frames_failed: 1 })
  })
})

async function tiled(site: RenderSite) {
  const machine = await site.machine()
  const split = { kind: 'tiles', columns: 2, rows: 2 } as const
  const job = await site.job({ settings: { split } })
  await site.splitInto(job.id, quarters)
  await site.renderAll(
    machine,
    ({ region }) => `tile-${(region?.x ?? 0) / 48}-${(region?.y ?? 0) / 27}.png`,
  )
  return { job, machine }
}

/** Restores the state in which a server stopped after the last tile had arrived. */
async function forgetWhole(site: RenderSite, jobId: RenderJobId): Promise<void> {
  await sql`update render_frames set state = 'assembling', sha256 = null where job_id = ${jobId} and part = 0`.execute(
    site.db,
  )
  await sql`update render_jobs set state = 'rendering', frames_done = 0 where id = ${jobId}`.execute(
    site.db,
  )
}

async function doubted(site: RenderSite) {
  const [producer, other] = [await site.machine(), await site.machine()]
  const job = await site.job()
  const chunk = await site.claim(producer)
  await site.send(chunk, 'honest.png')
  await closeChunk(site.ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
  return { job, producer, other }
}

/** The ranges of a frame, merged by a first machine, with a second machine of another owner online. */
async function merged(site: RenderSite, picture: string) {
  const owner = await site.somebody()
  const producer = await site.machine({ owner, trust: 100 })
  const job = await site.job({ settings: { split: { kind: 'samples', ranges: 2 } } })
  await site.splitInto(
    job.id,
    [0, 8].map((offset) => ({ region: null, sample_range: { offset, count: 8 } })),
  )
  await site.renderAll(producer, ({ key }) => `range-${Number(key.split('.')[1]) - 1}.exr`)
  const other = await site.machine()
  await sql`update render_machines set trust = 50 where machine_id = ${producer}`.execute(site.db)
  const merge = await site.extra(producer)
  if (merge === undefined) throw new Error('the ranges are there')
  await site.send(merge, picture)
  await closeChunk(site.ctx, { chunk: merge, state: 'done', problem: null, failedBy: 'nobody' })
  return { job, producer, other }
}
