import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '@gridloom/async/clock'
import type { ChunkPart, Region } from '@gridloom/contract/agent/rendering'
import type { AccountId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { anActor } from '@gridloom/testkit/actor'
import { withDatabase } from '@gridloom/testkit/database'
import { onRoomyDisk } from '@gridloom/testkit/files'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { ArrivedPicture } from '#features/rendering/dispatch/arrived-picture'
import { giveStartingCredit, openLedgerAccount } from '../src/features/ledger/index.ts'
import type { RenderingCtx } from '../src/features/rendering/ctx.ts'
import { createDeliveries } from '../src/features/rendering/delivery/deliveries.ts'
import { findChunk, listLeased } from '../src/features/rendering/dispatch/chunks-store.ts'
import { claimChunk } from '../src/features/rendering/dispatch/claim-chunk.ts'
import { insertOrder } from '../src/features/rendering/dispatch/claim-store.ts'
import { closeChunk } from '../src/features/rendering/dispatch/close-chunk.ts'
import { takeExtraWork } from '../src/features/rendering/dispatch/order-chunk.ts'
import { fileKeys } from '../src/features/rendering/file-keys.ts'
import { readJobRow } from '../src/features/rendering/frames/jobs-store.ts'
import { holdBudget } from '../src/features/rendering/frames/money.ts'
import { cropOf } from '../src/features/rendering/pictures/compare.ts'
import { decodePicture } from '../src/features/rendering/pictures/decode.ts'
import {
  createPictures,
  findPictureSandbox,
} from '../src/features/rendering/pictures/picture-processes.ts'
import { nextExtraWork } from '../src/features/rendering/review/next-extra-work.ts'
import { receivePicture } from '../src/features/rendering/review/receive-picture.ts'
import type { CheckRow, ChunkRow, FrameRow } from '../src/features/rendering/schema.ts'
import { reviewPorts } from '../src/features/rendering/start-rendering.ts'
import { localFiles } from '../src/platform/files/local-files.ts'
import { systemIds } from '../src/platform/ids.ts'
import { giveCredit } from './credit.ts'
import { fakeChanges } from './fake-changes.ts'
import { type FakeGateway, fakeGateway } from './fake-gateway.ts'
import { queuedEmails } from './mailed.ts'
import {
  insertAccount,
  insertJob,
  insertRenderMachine,
  insertScene,
  type NewRenderJob,
} from './render-rows.ts'
import { rendered } from './rendered.ts'

/** One second of rendering costs a thousand micro-dollars on every machine here. */
export const microUsdPerSecond = 1_000

/**
 * Verification on real PostgreSQL, real files and real pictures; machines are stand-ins that send what a test decides.
 */
export async function withRendering() {
  await using made = new AsyncDisposableStack()
  const database = made.use(await withDatabase())
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-render-'))
  made.defer(() => rm(folder, { recursive: true, force: true }))
  const pictures = made.use(
    createPictures({
      ...{ clock: systemClock, processes: 1, sandbox: await findPictureSandbox() },
    }),
  )
  const agents = fakeGateway()
  const luck: number[] = []
  const ids = { ...systemIds(() => database.clock.now()), random: () => luck.shift() ?? 0.5 }
  const { clock, db } = database
  const files = made.use(
    onRoomyDisk(
      await localFiles({
        folder: path.join(folder, 'files'),
        scratchFolder: path.join(folder, 'scratch'),
        ids,
        clock,
      }),
    ),
  )
  const base = {
    agents,
    changes: fakeChanges(),
    keySpendOf: async () => new Map(),
    files,
    pictures,
    deliveries: createDeliveries({ clock }),
    heldSweep: { after: null },
    publicUrl: 'http://gridloom.test',
  }
  const ctxAs = (actor?: Parameters<typeof database.ctx>[0]): RenderingCtx => ({
    ...database.ctx(actor),
    ...base,
    ids,
  })
  const ctx = ctxAs()
  const rest = made.move()
  const parts: SiteParts = { ctx, ctxAs, agents }
  return {
    ...parts,
    db,
    clock,
    files,
    /** The next random numbers; one half when none is set. */
    luck,
    ...peopleOf(parts),
    ...workOf(parts),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  }
}
export type RenderSite = Awaited<ReturnType<typeof withRendering>>

interface SiteParts {
  /** The context of the server itself. */
  ctx: RenderingCtx
  ctxAs(actor?: RenderingCtx['actor']): RenderingCtx
  agents: FakeGateway
}

type NewJobChanges = Partial<Omit<NewRenderJob, 'settings'>> & {
  settings?: Partial<RenderSettings>
}

function peopleOf({ ctx, ctxAs }: SiteParts) {
  const { db, ids } = ctx
  const somebody = async (): Promise<AccountId> => {
    const id = await insertAccount({ db, ids })
    await ctx.transact(async (tx) => {
      await openLedgerAccount(tx, id)
      await giveCredit(ctx, tx, { accountId: id, microUsd: 10_000_000 })
    })
    return id
  }
  return {
    somebody,
    /** An account with nothing but welcome credit. */
    async newcomer(): Promise<AccountId> {
      const accountId = await insertAccount({ db, ids })
      await ctx.transact(async (tx) => {
        await openLedgerAccount(tx, accountId)
        await giveStartingCredit(ctx, tx, { accountId, microUsd: 10_000_000 })
      })
      return accountId
    },
    /** An account, new by default, that is in a company with this account from now on. */
    async colleagueOf(account: AccountId, given?: AccountId): Promise<AccountId> {
      const [colleague, company] = [given ?? (await somebody()), ids.mint('account')]
      await sql`insert into companies (id, name, created_at) values (${company}, 'Mill', now())`.execute(
        db,
      )
      await sql`insert into company_members (company_id, account_id, role, joined_at)
        select ${company}, unnest(${[account, colleague]}::text[]), 'member', now()`.execute(db)
      return colleague
    },
    /**
     * A machine, by default of a new account and with the trust of a new machine. By default the operator vouches for
     * it, so that its checks count from the beginning.
     */
    async machine(
      given: { owner?: AccountId; trust?: number } & Partial<
        Parameters<typeof insertRenderMachine>[1]
      > = {},
    ) {
      const { owner, trust = 50, vouched = true, ...rest } = given
      const accountId = owner ?? (await somebody())
      const id = await insertRenderMachine({ db, ids }, { accountId, vouched, ...rest })
      await sql`update render_machines set trust = ${trust} where machine_id = ${id}`.execute(db)
      return id
    },
    /** A job of pictures like the fixtures, with a dollar on hold. */
    async job(changes: NewJobChanges = {}): Promise<{ id: RenderJobId; owner: AccountId }> {
      const owner = changes.accountId ?? (await somebody())
      const sceneId =
        changes.sceneId ??
        (await insertScene({ db, ids }, { accountId: owner, contentHash: 'a'.repeat(64) }))
      const settings = { width: 96, height: 54, ...changes.settings }
      const id = await insertJob(
        { db, ids },
        { frames: 1, ...changes, accountId: owner, sceneId, budgetMicroUsd: 0, settings },
      )
      const asOwner = ctxAs(anActor(owner))
      await ctx.transact(async (tx) => {
        const row = await readJobRow(tx.db, id)
        if (row !== undefined) await holdBudget(asOwner, tx, row, 1_000_000)
      })
      return { id, owner }
    },
  }
}

function workOf({ ctx }: SiteParts) {
  const { db } = ctx
  const chunkOf = async (id: ChunkRow['id']): Promise<ChunkRow> => {
    const chunk = await findChunk(db, id)
    if (chunk === undefined) throw new Error('the chunk is there')
    return chunk
  }
  const arrive = async (chunk: ChunkRow, picture: Sent): Promise<ArrivedPicture> => {
    const key = fileKeys.arrived(chunk.id, ctx.ids.secret())
    const bytes = typeof picture === 'string' ? rendered(picture).bytes : picture
    await ctx.files.put(key, [bytes], ctx.signal)
    return { chunk, part: firstPartOf(chunk), key, renderMs: 2_000 }
  }
  return {
    chunkOf,
    arrive,
    /** Claims the next frames for a machine. */
    async claim(machineId: MachineId): Promise<ChunkRow> {
      const given = await claimChunk(ctx, reviewPorts, machineId)
      if (given === undefined) throw new Error('there were frames')
      return chunkOf(given.id)
    },
    /** Returns the chunk that a machine should render before frames. */
    async extra(machineId: MachineId): Promise<ChunkRow | undefined> {
      const given = await takeExtraWork(ctx, nextExtraWork, machineId)
      return given === undefined ? undefined : chunkOf(given.chunk.id)
    },
    /** Returns the canary that a machine must render; inserts one with an ended lease when there is none. */
    async canaryChunk(machineId: MachineId): Promise<ChunkRow> {
      const [leased] = (await listLeased(db, machineId)).filter(({ kind }) => kind === 'canary')
      if (leased !== undefined) return leased
      const id = ctx.ids.mint('renderChunk')
      const lease_token = ctx.ids.secret()
      const at = ctx.clock.now()
      const limits = {
        piece_s_max: 60,
        no_progress_s_max: 60,
        memory_mib_max: null,
        output_bytes_max: 1e6,
      }
      const view = { turn_deg: 0, height_m: 2.6, lens_mm: 38 }
      const work = { kind: 'canary', samples: 64, seed: 1, view } as const
      const spec = { chunk_id: id, lease_token, work, limits }
      const lease = {
        lease_until: at,
        job_id: null,
        frames: [],
        machine_id: machineId,
        canary_of: null,
      }
      const price = { committed_micro_usd: 0, micro_usd_per_reference_hour: 0, machine_score: 1 }
      await ctx.transact((tx) =>
        insertOrder(tx, { id, kind: 'canary', lease_token, spec, at, ...lease, ...price }),
      )
      return chunkOf(id)
    },
    /** Sends a machine's picture of the first, or the only, part of a chunk, after two seconds. */
    async send(chunk: ChunkRow, picture: Sent, over: Partial<ArrivedPicture> = {}) {
      return receivePicture(ctx, { ...(await arrive(chunk, picture)), ...over })
    },
    receive: (arrived: ArrivedPicture) => receivePicture(ctx, arrived),
    jobRow: (id: RenderJobId) => readJobRow(db, id),
    /** The part of a picture that a check requests, as a file. */
    part: (name: string, check: ChunkRow) => partOf(name, firstPartOf(check).region),
    /** Renders all chunks of a machine, each part as the test decides, and ends them. */
    async renderAll(machineId: MachineId, pictureOf: (part: ChunkPart) => Sent): Promise<void> {
      for (;;) {
        const given = await claimChunk(ctx, reviewPorts, machineId)
        if (given === undefined) return
        const chunk = await chunkOf(given.id)
        const parts = chunk.spec.work.kind === 'render' ? chunk.spec.work.pieces : []
        for (const part of parts)
          await receivePicture(ctx, { ...(await arrive(chunk, pictureOf(part))), part })
        await closeChunk(ctx, { chunk, state: 'done', problem: null, failedBy: 'nobody' })
      }
    },
    async frames(jobId: RenderJobId): Promise<FrameRow[]> {
      const { rows } =
        await sql<FrameRow>`select * from render_frames where job_id = ${jobId} order by number, part`.execute(
          db,
        )
      return rows
    },
    async trustOf(machineId: MachineId) {
      const { rows } = await sql<{
        trust: number
        admission: string
        frames_paid: number
        frames_refused: number
        score: number
      }>`
        select trust, admission, frames_paid, frames_refused, score from render_machines where machine_id = ${machineId}`.execute(
        db,
      )
      return rows[0]
    },
    /** Returns a machine's earnings without welcome credit, in micro-dollars. */
    async earned(machineId: MachineId): Promise<number> {
      const { rows } = await sql<{
        sum: number
      }>`select coalesce(sum(amount_micro_usd), 0)::bigint as sum
        from ledger_entries where ledger_account_id = ${`earned:${machineId}`}`.execute(db)
      return rows[0]?.sum ?? 0
    },
    async checks(jobId: RenderJobId): Promise<CheckRow[]> {
      const { rows } = await sql<CheckRow>`
        select * from render_checks where job_id = ${jobId} order by vote, id`.execute(db)
      return rows
    },
    async notices(): Promise<string[]> {
      const { rows } = await sql<{ text: string }>`select text from notices order by at`.execute(db)
      return rows.map(({ text }) => text)
    },
    /** Returns the subjects of the queued emails. */
    async emails(): Promise<string[]> {
      return (await queuedEmails(db)).map((line) => line.slice(line.indexOf(': ') + 2))
    },
    async goOffline(machineId: MachineId): Promise<void> {
      await sql`update machines set status = 'offline' where id = ${machineId}`.execute(db)
    },
    /** Sets the statistics of a job's accepted pictures. */
    async know(jobId: RenderJobId, known: { pictures: number; meanReferenceMs: number }) {
      const sum = known.pictures * known.meanReferenceMs
      await sql`update render_jobs set reference_ms_count = ${known.pictures}, reference_ms_sum = ${sum}
        where id = ${jobId}`.execute(db)
    },
    /** Splits a frame of a job into parts, before it is dispatched. */
    async splitInto(jobId: RenderJobId, extents: readonly object[]): Promise<void> {
      await sql`update render_frames set state = 'assembling' where job_id = ${jobId}`.execute(db)
      await sql`insert into render_frames (job_id, number, part, state, extent, changed_at)
        select ${jobId}, 1, part, 'pending', extent, now() from jsonb_array_elements(
          ${JSON.stringify(extents)}::jsonb) with ordinality as parts (extent, part)`.execute(db)
    },
    readFile: async (key: string): Promise<Uint8Array> =>
      new Uint8Array(await buffer(ctx.files.read(key))),
  }
}

/** A part of a fixture in its own file, lossless. */
async function partOf(name: string, region: Region | null): Promise<Uint8Array> {
  const picture = await decodePicture(rendered(name).bytes, 'png')
  const { width, height, channels, samples } = cropOf(picture, region)
  const raw = { width, height, channels: channels === 3 ? 3 : 4 } as const
  return new Uint8Array(await sharp(samples, { raw }).png().toBuffer())
}

/** A fixture's name, or the bytes themselves. */
type Sent = string | Uint8Array

function firstPartOf({ spec: { work }, frames }: ChunkRow): ArrivedPicture['part'] {
  const part = work.kind === 'render' ? work.pieces[0] : undefined
  const frame = frames[0] ?? 0
  return part ?? { key: `${frame}`, frame, region: null, sample_range: null }
}
