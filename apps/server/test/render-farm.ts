import { createHash } from 'node:crypto'
import type { TestClock } from '@gridloom/async/test-clock'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import { agentUpgrade } from '@gridloom/contract/agent/protocol'
import type { AccountId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { aKey, dialAsAgent, type StandIn } from '@gridloom/testkit/stand-in-agent'
import { sql } from 'kysely'
import { createAgentGateway } from '#features/agents/gateway'
import { makeChallenge, registerKey } from '#features/agents/index'
import { checkLedger, openLedgerAccount } from '#features/ledger/index'
import type { RenderingCtx } from '#features/rendering/ctx'
import { createDeliveries } from '#features/rendering/delivery/deliveries'
import type { ArrivedPicture } from '#features/rendering/dispatch/arrived-picture'
import { type SchedulerPorts, startScheduler } from '#features/rendering/dispatch/scheduler'
import { sweepChunks } from '#features/rendering/dispatch/sweep-chunks'
import { watchJobs } from '#features/rendering/dispatch/watch-jobs'
import { fileKeys } from '#features/rendering/file-keys'
import { finishJobIfDone } from '#features/rendering/frames/finish-job'
import { addToJob, lockJob, readJobRow } from '#features/rendering/frames/jobs-store'
import { chargeFrame, holdBudget } from '#features/rendering/frames/money'
import type { Pictures } from '#features/rendering/pictures/pictures'
import { mayTakeParts } from '#features/rendering/review/count-checkers'
import type { ChunkRow, FrameRow, JobRow } from '#features/rendering/schema'
import { createHttpServer } from '#platform/http/server'
import { giveCredit } from './credit.ts'
import { fakeChanges } from './fake-changes.ts'
import { aHeartbeat, aHello } from './messages.ts'
import { aRenderAgent, type RenderAgent } from './render-agent.ts'
import {
  insertAccount,
  insertJob,
  insertRenderMachine,
  insertScene,
  type NewRenderJob,
  type NewRenderMachine,
  rentSlot,
} from './render-rows.ts'

const sceneText = 'a scene'

/** A render farm on a real database and a real gateway; every arriving picture is accepted and paid. */
export async function withRenderFarm() {
  const fixture = await withDatabase()
  const { db, clock, files } = fixture
  const base = fixture.ctx()
  const { ids, log } = base
  const changes = fakeChanges()
  const agents = createAgentGateway({ db, clock, ids, log })
  const ctx: RenderingCtx = {
    ...base,
    agents,
    changes,
    pictures: noPictures,
    deliveries: createDeliveries({ clock }),
    heldSweep: { after: null },
    publicUrl: 'http://gridloom.test',
    keySpendOf: async () => new Map(),
  }
  const arrived: ArrivedPicture[] = []
  const ports: SchedulerPorts = {
    mayTakeParts,
    nextExtraWork: async () => undefined,
    receiveCanary: async () => {},
    receivePicture: async (_, picture) => {
      arrived.push(picture)
      return takeAsItIs(ctx, picture)
    },
  }
  /** Delegates, so that a test may change the ports while they are in use. */
  const through: SchedulerPorts = {
    mayTakeParts: (...given) => ports.mayTakeParts(...given),
    nextExtraWork: (...given) => ports.nextExtraWork(...given),
    receiveCanary: (...given) => ports.receiveCanary(...given),
    receivePicture: (...given) => ports.receivePicture(...given),
  }
  let scheduler = startScheduler(ctx, through)
  const waiting: (() => void)[] = []
  agents.subscribe(async (event) => {
    await scheduler.onMessage(event)
    waiting.shift()?.()
  })
  const app = await createHttpServer({
    log,
    clock,
    publicUrl: 'http://localhost',
    trustProxy: 0,
    rateLimits: 'off',
    upgrades: { [agentUpgrade]: agents.upgrade },
    newRequestId: () => 'test',
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const renter = await insertAccount(ctx)
  await ctx.transact(async (tx) => {
    await openLedgerAccount(tx, renter)
    await giveCredit(ctx, tx, { accountId: renter, microUsd: 100_000_000 })
  })
  const content = Buffer.from(sceneText)
  const contentHash = createHash('sha256').update(content).digest('hex')
  const sceneId = await insertScene(ctx, {
    accountId: renter,
    contentHash,
    sizeBytes: content.length,
  })
  await files.put(fileKeys.scene(sceneId), [content], base.signal)
  const standIns: StandIn[] = []

  /** A connected machine of a new owner, whose agent has sent its hello. */
  async function machine(given: Partial<NewRenderMachine> = {}) {
    const accountId = await insertAccount(ctx)
    const id = await insertRenderMachine(ctx, { accountId, ...given })
    const key = aKey()
    await ctx.transact((tx) => registerKey(tx, { machineId: id, publicKey: key.publicKey }))
    const agent = aRenderAgent()
    let standIn: StandIn | undefined
    const say = async (message: AgentMessage) => {
      const taken = new Promise<void>((resolve) => waiting.push(resolve))
      await standIn?.report(message)
      await taken
      await scheduler.idle()
    }
    const one = {
      id,
      agent,
      say,
      hello: () => say(aHello({ rendering: agent.rendering() })),
      heartbeat: () => say(aHeartbeat({ chunks: agent.reports() })),
      async connect() {
        const { nonce } = await makeChallenge(ctx, id)
        const { otherwise } = agent
        standIn = await dialAsAgent({ url, machineId: id, nonce, key, otherwise })
        standIns.push(standIn)
        await one.hello()
      },
      /** Breaks the connection; the machine continues. */
      async leave() {
        const gone = new Promise<void>((resolve) => {
          const end = agents.onGone(async (machineId) => {
            if (machineId !== id) return
            end()
            resolve()
          })
        })
        standIn?.socket.destroy()
        await gone
      },
      /** Renders all its chunks, reporting each part, until no more arrive. */
      async work(renderS = 1) {
        for (let spec = agent.given()[0]; spec !== undefined; spec = agent.given()[0])
          await renderChunk({ ...one, clock }, spec.chunk_id, renderS)
      },
      rent: () => rentSlot(ctx, id),
      /** Sends no heartbeat for so long that it counts as offline. */
      async fallSilent() {
        await sql`update machines set status = 'offline' where id = ${id}`.execute(db)
      },
    }
    await one.connect()
    return one
  }

  return {
    ctx,
    db,
    clock,
    files,
    arrived,
    renter,
    sceneId,
    contentHash,
    ports,
    machine,
    agents,
    idle: () => scheduler.idle(),
    /** A running job, with its money on hold; it does not wake machines. */
    async job(given: Partial<NewRenderJob> = {}): Promise<RenderJobId> {
      const { budgetMicroUsd = 1_000_000 } = given
      const id = await insertJob(ctx, { accountId: renter, sceneId, ...given, budgetMicroUsd: 0 })
      await ctx.transact(async (tx) => holdBudget(ctx, tx, await lockJob(tx, id), budgetMicroUsd))
      return id
    },
    /** Notifies machines that there may be work. */
    async wake() {
      changes.publish({ topic: 'render_work' })
      await scheduler.idle()
    },
    /**
     * Advances the time at once; then sweeps chunks and checks jobs. The server's own loops sweep concurrently: their
     * messages to a machine may still be on the way afterwards.
     */
    async pass(ms: number) {
      await clock.jump(ms)
      await sweepChunks(ctx)
      await watchJobs(ctx)
      await scheduler.idle()
    },
    /** Restarts the control plane, which loses its state in memory; the connections must be made again. */
    async restart() {
      await scheduler[Symbol.asyncDispose]()
      scheduler = startScheduler(ctx, through)
    },
    async jobRow(id: RenderJobId): Promise<JobRow> {
      const row = await readJobRow(db, id)
      if (row === undefined) throw new RangeError(`there is no job ${id}`)
      return row
    },
    async frames(id: RenderJobId): Promise<FrameRow[]> {
      const { rows } = await sql<FrameRow>`select * from render_frames where job_id = ${id}
        order by number, part`.execute(db)
      return rows
    },
    async states(id: RenderJobId): Promise<string> {
      return (await this.frames(id)).map(({ state }) => state).join(' ')
    },
    async chunks(id: RenderJobId): Promise<ChunkRow[]> {
      const { rows } = await sql<ChunkRow>`select * from render_chunks where job_id = ${id}
        order by started_at, id`.execute(db)
      return rows
    },
    async set(id: RenderJobId, change: { state?: JobRow['state']; priority?: number }) {
      await sql`update render_jobs set state = coalesce(${change.state ?? null}, state),
        priority = coalesce(${change.priority ?? null}, priority) where id = ${id}`.execute(db)
    },
    async isLedgerClean(): Promise<boolean> {
      return (await checkLedger(db)).clean
    },
    async [Symbol.asyncDispose]() {
      for (const standIn of standIns) standIn[Symbol.dispose]()
      await scheduler[Symbol.asyncDispose]()
      await agents[Symbol.asyncDispose]()
      await app.close()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
export type RenderFarm = Awaited<ReturnType<typeof withRenderFarm>>

interface Rendering {
  agent: RenderAgent
  clock: TestClock
  heartbeat(): Promise<void>
}

async function renderChunk(
  { agent, heartbeat, clock }: Rendering,
  id: ReturnType<RenderAgent['given']>[number]['chunk_id'],
  renderS: number,
): Promise<void> {
  const [spec] = agent.given().filter(({ chunk_id }) => chunk_id === id)
  if (spec?.work.kind !== 'render') return agent.end(id)
  for (const { key } of spec.work.pieces) {
    await clock.jump(renderS * 1_000)
    agent.finish(id, key, { renderS })
    await heartbeat()
  }
  agent.end(id)
  await heartbeat()
}

/** Accepts a picture as verification does for a valid one. */
async function takeAsItIs(
  ctx: RenderingCtx,
  { chunk, part, renderMs }: ArrivedPicture,
): Promise<'taken' | 'not_ours'> {
  const { job_id: jobId, machine_id } = chunk
  if (jobId === null) return 'not_ours'
  return ctx.transact(async (tx) => {
    const job = await lockJob(tx, jobId)
    const { rows } =
      await sql<FrameRow>`update render_frames set state = 'done', machine_id = ${machine_id}
      where job_id = ${jobId} and chunk_id = ${chunk.id} and state = 'rendering'
        and number = ${part.frame} and part = ${Number(part.key.split('.')[1] ?? 0)} returning *`.execute(
        tx.db,
      )
    const [frame] = rows
    if (frame === undefined) return 'not_ours'
    const providerAccountId = await ownerOf(ctx, machine_id)
    await chargeFrame(ctx, tx, {
      job,
      frame,
      chunk,
      renderMs,
      machineName: 'box',
      providerAccountId,
    })
    await finishJobIfDone(ctx, tx, await addToJob(tx, jobId, { done: frame.part === 0 ? 1 : 0 }))
    return 'taken'
  })
}

async function ownerOf({ db }: RenderingCtx, id: MachineId): Promise<AccountId> {
  const { rows } = await sql<{ account_id: AccountId }>`select account_id from machines
    where id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new RangeError(`there is no machine ${id}`)
  return row.account_id
}

const noPicture = async () => {
  throw new Error('no picture is looked at here')
}
const noPictures: Pictures = {
  examine: noPicture,
  compare: noPicture,
  stitch: noPicture,
  display: noPicture,
  [Symbol.asyncDispose]: async () => {},
}
