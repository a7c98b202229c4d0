import type {
  AccountId,
  MachineId,
  RenderChunkId,
  RenderJobId,
  RenderSceneId,
} from '@gridloom/contract/core/ids'
import type { BlendScene, SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { anActor } from '@gridloom/testkit/actor'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { instancesFeature } from '#features/instances/index'
import { checkLedger, openLedgerAccount, readInstanceMoney } from '#features/ledger/index'
import type { RenderingCtx } from '#features/rendering/ctx'
import { createDeliveries } from '#features/rendering/delivery/deliveries'
import { finishJobIfDone } from '#features/rendering/frames/finish-job'
import { addToJob, lockJob, readJobRow } from '#features/rendering/frames/jobs-store'
import { chargeFrame } from '#features/rendering/frames/money'
import { renderingFeature } from '#features/rendering/index'
import { changeJob } from '#features/rendering/jobs/change-job'
import { createJob } from '#features/rendering/jobs/create-job'
import { readJob } from '#features/rendering/jobs/read-job'
import { startJob } from '#features/rendering/jobs/start-job'
import { testFrame } from '#features/rendering/jobs/test-frame'
import type { Pictures } from '#features/rendering/pictures/pictures'
import type { ChunkRow, JobRow } from '#features/rendering/schema'
import { allFeatures } from '#platform/all-features'
import { giveCredit } from './credit.ts'
import { fakeChanges } from './fake-changes.ts'
import { fakeGateway } from './fake-gateway.ts'
import { insertAccount, insertRenderMachine } from './render-rows.ts'

/** A machine of the fixture: an hour of it costs $3.60, so a reference second costs 1,000 micro-dollars. */
export const microUsdPerSecond = 1_000

/** Render jobs on a real database, with machines that do what the test decides. Dispose with `await using`. */
export async function withRenderJobs({ creditMicroUsd = 10_000_000 } = {}) {
  const fixture = await withDatabase()
  const { db, clock } = fixture
  const agents = fakeGateway()
  const changes = fakeChanges()
  const around = {
    agents,
    changes,
    pictures: noPictures,
    deliveries: createDeliveries({ clock }),
    heldSweep: { after: null },
    publicUrl: 'http://gridloom.test',
    keySpendOf: allFeatures<never>([instancesFeature, renderingFeature]).keySpend,
  }
  const system: RenderingCtx = { ...fixture.ctx(), ...around }
  const rows = { db, ids: system.ids }

  async function account(microUsd = creditMicroUsd): Promise<RenderingCtx> {
    const accountId = await insertAccount(rows)
    const ctx: RenderingCtx = { ...fixture.ctx(anActor(accountId)), ...around }
    await ctx.transact(async (tx) => {
      await openLedgerAccount(tx, accountId)
      await giveCredit(ctx, tx, { accountId, microUsd })
    })
    return ctx
  }

  const renter = await account()
  const providerId = await insertAccount(rows)

  async function scene(
    given: Partial<BlendScene> = {},
    as: RenderingCtx = renter,
  ): Promise<RenderSceneId> {
    const id = system.ids.mint('renderScene')
    await sql`insert into render_scenes (id, account_id, file_name, content_hash, size_bytes, contents, uploaded_at)
      values (${id}, ${accountIdOf(as)}, 'spring.blend', ${id}, 1000, ${JSON.stringify(someContents(given))}::jsonb,
        ${clock.now()})`.execute(db)
    return id
  }

  /** A draft with frames 1 to `frames`, or with the test's settings. */
  async function draft(
    change: Partial<RenderSettings> = {},
    as: RenderingCtx = renter,
  ): Promise<RenderJob> {
    const made = await createJob(as, { scene_id: await scene({}, as) })
    const settings = { ...made.settings, frames: '1-4', step: 1, ...change }
    return changeJob(as, made.taskId, { settings })
  }

  async function row(id: RenderJobId): Promise<JobRow> {
    const found = await readJobRow(db, id)
    if (found === undefined) throw new RangeError(`there is no job ${id}`)
    return found
  }

  /** Assigns frames to a machine like a claim, with their expected cost. */
  async function give(
    id: RenderJobId,
    numbers: readonly number[],
    to: RenderJobsFixtureOptions = {},
  ): Promise<ChunkRow> {
    const machineId = to.machineId ?? (await machine())
    const chunkId = system.ids.mint('renderChunk')
    const committed = to.committedMicroUsd ?? 0
    const at = clock.now()
    const { rows: made } = await sql<ChunkRow>`
      insert into render_chunks (id, job_id, kind, machine_id, lease_token, lease_until, state, frames, spec,
        committed_micro_usd, micro_usd_per_reference_hour, machine_score, started_at, moved_at)
      values (${chunkId}, ${id}, 'frames', ${machineId}, 'lease', ${at}, 'leased', ${[...numbers]}::integer[], '{}',
        ${committed}, ${microUsdPerSecond * 3_600}, ${to.score ?? 1}, ${at}, ${at}) returning *`.execute(
      db,
    )
    await sql`update render_jobs set committed_micro_usd = committed_micro_usd + ${committed}
      where id = ${id}`.execute(db)
    await sql`update render_frames set state = 'rendering', chunk_id = ${chunkId}
      where job_id = ${id} and number = any(${[...numbers]}::integer[])`.execute(db)
    const [chunk] = made
    if (chunk === undefined) throw new RangeError('a chunk was inserted')
    return chunk
  }

  async function machine(name = 'box'): Promise<MachineId> {
    return insertRenderMachine(rows, { accountId: providerId, name })
  }

  /** Accepts a picture of a chunk, as verification does; returns its cost. */
  function accept(chunk: ChunkRow, number: number, renderMs = 1_000): Promise<number> {
    return system.transact(async (tx) => {
      const job = await lockJob(tx, jobIdOf(chunk))
      const microUsd = await chargeFrame(system, tx, {
        job,
        frame: { number, part: 0 },
        chunk,
        renderMs,
        machineName: 'box',
        providerAccountId: providerId,
      })
      await sql`update render_frames set state = 'done', machine_id = ${chunk.machine_id}, render_ms = ${renderMs},
        checked = 'by_form', sha256 = ${'a'.repeat(64)}, bytes = 100
        where job_id = ${job.id} and number = ${number} and part = 0`.execute(tx.db)
      await finishJobIfDone(system, tx, await addToJob(tx, job.id, { done: 1 }))
      return microUsd
    })
  }

  return {
    ...fixture,
    agents,
    changes,
    system,
    renter,
    providerId,
    account,
    scene,
    draft,
    row,
    machine,
    give,
    accept,
    /** A job that was started with a budget. */
    async started(
      change: Partial<RenderSettings> = {},
      { budget = 1_000_000, as = renter }: { budget?: number; as?: RenderingCtx } = {},
    ): Promise<RenderJob> {
      const { taskId } = await draft(change, as)
      return startJob(as, taskId, { budget_micro_usd: budget })
    },
    /** A draft whose test frame was rendered successfully. */
    async tested(change: Partial<RenderSettings> = {}): Promise<RenderJob> {
      const { taskId, test_frame: number } = await testing(change)
      const chunk = await give(taskId, [number ?? 0])
      await accept(chunk, number ?? 0)
      return readJob(renter, taskId)
    },
    testing,
    /** Fails a frame on the third machine. */
    async fail(id: RenderJobId, number: number): Promise<void> {
      await system.transact(async (tx) => {
        const job = await lockJob(tx, id)
        const problem = { code: 'out_of_memory', text: 'The scene needs more memory.' }
        await sql`update render_frames set state = 'failed', chunk_id = null, problem = ${JSON.stringify(problem)},
          failed_machines = '{a,b,c}' where job_id = ${id} and number = ${number} and part = 0`.execute(
          tx.db,
        )
        await finishJobIfDone(system, tx, await addToJob(tx, job.id, { failed: 1 }))
      })
    },
    /** Returns the hold of a job, and the captures of it. */
    async money(id: RenderJobId) {
      return (await readInstanceMoney(db, [id])).get(id)
    },
    /** Returns every frame with its state, in order. */
    async states(id: RenderJobId): Promise<string> {
      const { rows: found } = await sql<{ shown: string }>`
        select string_agg(number || (case when part > 0 then '.' || part else '' end) || ' ' || state, ', '
          order by number, part) as shown from render_frames where job_id = ${id}`.execute(db)
      return found[0]?.shown ?? ''
    },
    /** Returns the changes published since, as `topic subject`, without those of balances. */
    async published(): Promise<string[]> {
      const changes = await db
        .selectFrom('events')
        .select(['topic', 'subject'])
        .orderBy('id')
        .execute()
      return changes
        .filter(({ topic }) => topic !== 'balance')
        .map((one) => `${one.topic} ${one.subject}`)
    },
    async expectCleanLedger() {
      expect(await checkLedger(db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
    },
  }

  async function testing(change: Partial<RenderSettings> = {}): Promise<RenderJob> {
    const { taskId } = await draft(change)
    return testFrame(renter, taskId, {})
  }
}
export type RenderJobsFixture = Awaited<ReturnType<typeof withRenderJobs>>

interface RenderJobsFixtureOptions {
  machineId?: MachineId
  committedMicroUsd?: number
  score?: number
}

/** The account behind a context. */
export function accountIdOf({ actor }: Pick<RenderingCtx, 'actor'>): AccountId {
  if (actor.kind !== 'account') throw new RangeError('nobody is signed in')
  return actor.accountId
}

/** Returns the job of a chunk that belongs to one. */
function jobIdOf({ job_id }: { job_id: RenderJobId | null; id: RenderChunkId }): RenderJobId {
  if (job_id === null) throw new RangeError('the chunk is of no job')
  return job_id
}

/** Jobs read no pictures. */
const noPictures: Pictures = {
  examine: () => Promise.reject(new Error('no picture is looked at here')),
  compare: () => Promise.reject(new Error('no picture is looked at here')),
  stitch: () => Promise.reject(new Error('no picture is looked at here')),
  display: () => Promise.reject(new Error('no picture is looked at here')),
  async [Symbol.asyncDispose]() {},
}

/** A file of one scene, as Blender 3.4 saves it. */
export function someContents(given: Partial<BlendScene> = {}): SceneContents {
  return {
    kind: 'blend',
    files: 1,
    unpacked_bytes: 1_000,
    blends: [
      {
        path: 'spring.blend',
        diagnostics: [],
        facts: {
          blender_version: '3.4',
          compression: 'zstd',
          size_bytes: 1_000,
          active_scene: 'Scene',
          cameras: ['Camera'],
          references: [],
          packed_files: 0,
          scripts: [],
          drivers: 0,
          thumbnail: null,
          scenes: [
            {
              name: 'Scene',
              frame_start: 1,
              frame_end: 10,
              frame_step: 1,
              fps: 24,
              width: 64,
              height: 36,
              percentage: 100,
              engine: 'cycles',
              engine_name: 'CYCLES',
              samples: 4,
              denoise: false,
              camera: 'Camera',
              output_format: 'PNG',
              uses_compositing: false,
              uses_sequencer: false,
              ...given,
            },
          ],
        },
      },
    ],
  }
}
