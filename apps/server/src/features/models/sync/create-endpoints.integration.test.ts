import { modelCalls } from '@gridloom/contract/agent/models-calls'
import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aHeartbeat, aHello } from '../../../../test/messages.ts'
import {
  aChoice,
  aModel,
  aModelId,
  anOrder,
  type ModelSite,
  ownEngine,
  withModels,
} from '../../../../test/model-site.ts'
import { putModel } from '../hub/put-model.ts'
import { listServed } from '../serving/list-served.ts'
import { readEngines } from '../serving/read-engines.ts'
import { stopServing } from '../serving/stop-serving.ts'

it('sends a machine all its orders with download sources when it connects', async () => {
  await using site = await withModels()
  const { owner, machineId } = await site.owned()
  const { id } = await site.serve(owner, machineId, anOrder({ slots: 3 }))
  await site.agents.hello(machineId)
  await site.settled()
  const { sources } = aModel()
  expect(site.serveOrdersOf(machineId)).toEqual([
    [
      {
        endpoint_id: id,
        model_id: aModelId,
        generation: 1,
        slots: 3,
        engine: { kind: 'llama', sources, context_tokens: null },
      },
    ],
  ])
})

it('sends the orders again when the owner or the model’s sources change', async () => {
  await using site = await withModels()
  const { owner, ctx, machineId } = await site.serving()
  expect(site.serveOrdersOf(machineId)).toHaveLength(1)
  await site.serve(owner, machineId, anOrder({ slots: 5 }))
  await site.settled()
  expect(site.serveOrdersOf(machineId).at(-1)).toMatchObject([{ generation: 2, slots: 5 }])
  const [source] = aModel().sources
  await putModel(site.operator, aModelId, aModel({ sources: source ? [source, source] : [] }))
  await site.settled()
  expect(site.serveOrdersOf(machineId)).toHaveLength(3)
  await stopServing(ctx, { machineId, modelId: aModelId })
  await site.settled()
  expect(site.serveOrdersOf(machineId).at(-1)).toEqual([])
})

it('sends no order when only the price changes, and charges the new price at once', async () => {
  await using site = await withModels()
  const { owner, machineId } = await site.serving()
  const price = { input_micro_usd: 7, cached_micro_usd: 0, output_micro_usd: 9 }
  await site.serve(owner, machineId, anOrder({ price }))
  expect(site.endpoints.serving(aModelId)).toMatchObject([{ price }])
  await site.settled()
  expect(site.serveOrdersOf(machineId)).toHaveLength(1)
})

it('lets the owner change a price without changing the engine', async () => {
  await using site = await withModels()
  const { owner, ctx, machineId } = await site.serving({
    order: anOrder({ engine: ownEngine, slots: 7 }),
  })
  const [served] = await listServed(ctx, machineId)
  expect(served?.order).toEqual(anOrder({ engine: ownEngine, slots: 7 }))
  const price = { input_micro_usd: 7, cached_micro_usd: 0, output_micro_usd: 9 }
  const changed = await site.serve(owner, machineId, anOrder({ ...served?.order, price }))
  expect(changed).toMatchObject({ price, order: { engine: ownEngine, price, slots: 7 } })
  await site.settled()
  expect(site.serveOrdersOf(machineId)).toHaveLength(1)
})

it('shows only the owner why a machine cannot run llama.cpp, until it can', async () => {
  await using site = await withModels()
  const { ctx, machineId } = await site.owned()
  expect(await readEngines(ctx, machineId)).toEqual({ llama_missing: null })
  const said = { can: true, llama_missing: 'It is not installed.\u001b Run this.', serving: [] }
  await site.agents.say(machineId, aHello({ inference: said }))
  const missing = { llama_missing: 'It is not installed. Run this.' }
  expect(await readEngines(ctx, machineId)).toEqual(missing)
  await site.agents.say(machineId, aHeartbeat())
  expect(await readEngines(ctx, machineId)).toEqual(missing)
  await site.agents.say(machineId, aHeartbeat({ llama_missing: null }))
  expect(await readEngines(ctx, machineId)).toEqual({ llama_missing: null })
  const { ctx: stranger } = await site.owned()
  const unknown = { code: 'not_found' }
  await expect(readEngines(stranger, machineId)).rejects.toMatchObject(unknown)
})

it('reports an agent that does not support models as too old', async () => {
  await using site = await withModels()
  const { ctx, machineId } = await site.owned()
  await site.agents.say(machineId, aHello())
  expect(await readEngines(ctx, machineId)).toEqual({
    llama_missing: 'The agent on this machine can’t serve models. Update the agent.',
  })
})

it('sends the orders again while heartbeats show an older generation', async () => {
  await using site = await withModels()
  const { owner, machineId, id } = await site.serving()
  const sent = () => site.serveOrdersOf(machineId).length
  site.agents.answer(modelCalls.serve.path, () => {
    throw new Refused('upstream_failed')
  })
  await site.serve(owner, machineId, anOrder({ slots: 4 }))
  await site.settled()
  expect(sent()).toBe(2)
  await site.agents.heartbeat(machineId, [aServeReport(id, { observed_generation: 1 })])
  await site.settled()
  expect(sent()).toBe(3)
  await site.agents.heartbeat(machineId, [aServeReport(id, { observed_generation: 2 })])
  await site.settled()
  expect(sent()).toBe(3)
})

it('sends the orders again when a machine serves a model that it should not', async () => {
  await using site = await withModels()
  const { ctx, machineId, id } = await site.serving()
  await stopServing(ctx, { machineId, modelId: aModelId })
  expect(site.endpoints.serving(aModelId)).toEqual([])
  await site.settled()
  await site.agents.heartbeat(machineId, [aServeReport(id)])
  await site.settled()
  expect(site.serveOrdersOf(machineId).slice(-2)).toEqual([[], []])
  expect(site.endpoints.serving(aModelId)).toEqual([])
})

it('routes to a machine as long as it reports that it serves', async () => {
  await using site = await withModels()
  const { owner, machineId } = await site.owned('Ada’s box')
  const { id } = await site.serve(owner, machineId)
  const serving = () => site.endpoints.serving(aModelId)
  await site.agents.hello(machineId, [aServeReport(id, { phase: 'loading' })])
  expect(serving()).toEqual([])
  await site.agents.say(machineId, { kind: 'serving', report: aServeReport(id) })
  expect(serving()).toEqual([
    {
      id,
      modelId: aModelId,
      machineId,
      machineName: 'Ada’s box',
      quantization: 'Q4_1',
      dataCollection: 'deny',
      providerAccountId: owner,
      engine: 'llama',
      price: anOrder().price,
      slots: 2,
      contextTokens: 2_048,
      isCold: false,
      loadMs: 0,
      features: ['chat', 'completion'],
    },
  ])
  expect(site.endpoints.live()).toEqual(serving())
  await site.agents.heartbeat(machineId, [])
  expect(serving()).toEqual([])
})

it('forgets a machine that disconnects at once, here and for other replicas', async () => {
  await using site = await withModels()
  const { machineId, id } = await site.serving()
  expect(await site.stored(id)).toMatchObject({ report: { phase: 'serving' } })
  await site.agents.leave(machineId)
  expect(site.endpoints.serving(aModelId)).toEqual([])
  expect(site.endpoints.choose(aChoice())).toBeUndefined()
  expect(await site.stored(id)).toMatchObject({ report: null })
})

it('saves a report only if it changed, and download progress every two seconds', async () => {
  await using site = await withModels()
  const { machineId, id } = await site.serving()
  const writes = async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) from events where topic = 'model'`.execute(site.db)
    return rows[0]?.count ?? 0
  }
  const before = await writes()
  for (const busy of [0, 1, 2, 0])
    await site.agents.heartbeat(machineId, [aServeReport(id, { busy })])
  expect(await writes()).toBe(before)
  const fetching = (fetched_bytes: number) =>
    aServeReport(id, { phase: 'fetching', fetched_bytes, total_bytes: 1_000 })
  for (const bytes of [0, 100, 200]) await site.agents.heartbeat(machineId, [fetching(bytes)])
  expect(await writes()).toBe(before + 1)
  site.clock.advance(2_000)
  await site.agents.heartbeat(machineId, [fetching(300)])
  expect(await writes()).toBe(before + 2)
})

it('saves a report with the next heartbeat after a failed write', async () => {
  await using site = await withModels()
  const { ctx, machineId, id } = await site.serving()
  const says = async () => {
    const serving = [aServeReport(id, { phase: 'failed', problem: 'No memory.' })]
    await site.agents.say(machineId, aHeartbeat({ serving, llama_missing: 'Not installed.' }))
  }
  await sql`alter table model_endpoints rename to hidden_endpoints`.execute(site.db)
  await sql`alter table machine_engines rename to hidden_engines`.execute(site.db)
  await says()
  await sql`alter table hidden_endpoints rename to model_endpoints`.execute(site.db)
  await sql`alter table hidden_engines rename to machine_engines`.execute(site.db)
  expect(await site.stored(id)).toMatchObject({ report: { phase: 'serving' } })
  expect(await readEngines(ctx, machineId)).toEqual({ llama_missing: null })
  await says()
  expect(await site.stored(id)).toMatchObject({ report: { phase: 'failed' } })
  expect(await readEngines(ctx, machineId)).toEqual({ llama_missing: 'Not installed.' })
})

it('routes only to machines that are connected to this replica', async () => {
  await using site = await withModels()
  await site.serving()
  const other = await site.replica()
  expect(other.endpoints.knows(aModelId)).toBe(true)
  expect(other.endpoints.serving(aModelId)).toEqual([])
})

it('keeps a machine that reconnected to another replica before it was forgotten here', async () => {
  await using site = await withModels()
  const { machineId, id } = await site.serving()
  const other = await site.replica()
  await other.agents.hello(machineId, [aServeReport(id)])
  await site.agents.leave(machineId)
  await site.settled()
  await other.agents.heartbeat(machineId, [aServeReport(id)])
  expect(await site.stored(id)).toMatchObject({ report: { phase: 'serving' } })
  expect(other.endpoints.serving(aModelId)).toHaveLength(1)
})

it('marks the orders of an agent that does not support models as failed, and sends it none', async () => {
  await using site = await withModels()
  const { owner, machineId } = await site.owned()
  const { id } = await site.serve(owner, machineId)
  site.agents.connections.add(machineId)
  await site.agents.say(machineId, aHello())
  await site.agents.heartbeat(machineId, [])
  await site.settled()
  expect(site.serveOrdersOf(machineId)).toEqual([])
  expect(await site.stored(id)).toMatchObject({
    report: { phase: 'failed', problem: expect.stringContaining('Update the agent') },
  })
})

it('stops routing to machines of a suspended account, and to removed machines', async () => {
  await using site = await withModels()
  const suspended = await site.serving()
  const removed = await site.serving()
  await sql`update accounts set suspended_at = now() where id = ${suspended.owner}`.execute(site.db)
  await sql`update machines set removed_at = now() where id = ${removed.machineId}`.execute(site.db)
  const { transact } = site.ctxAs()
  await transact(async (tx) => {
    for (const { machineId, owner } of [suspended, removed])
      await tx.publish({ topic: 'machine', accountId: owner, subject: machineId })
  })
  await site.settled()
  expect(site.endpoints.serving(aModelId)).toEqual([])
  expect(site.serveOrdersOf(suspended.machineId).at(-1)).toEqual([])
})

it('caps the reported context at the ordered one', async () => {
  await using site = await withModels()
  const { owner, machineId } = await site.owned()
  const engine = { kind: 'llama' as const, context_tokens: 1_000 }
  const { id } = await site.serve(owner, machineId, anOrder({ engine }))
  await site.agents.hello(machineId, [aServeReport(id, { context_tokens: 1e9 })])
  expect(site.endpoints.serving(aModelId)).toMatchObject([{ contextTokens: 1_000 }])
})

it('keeps routing while the database fails, and reloads the changes afterwards', async () => {
  await using site = await withModels()
  const { machineId, owner } = await site.serving()
  await sql`alter table model_endpoints rename to hidden`.execute(site.db)
  const { transact } = site.ctxAs()
  // The writer waits for the first try, which may be queued behind another reload that failed and pauses.
  await ticking(
    site,
    transact((tx) => tx.publish({ topic: 'model', accountId: null, subject: aModelId })),
  )
  expect(site.endpoints.serving(aModelId)).toHaveLength(1)
  await sql`alter table hidden rename to model_endpoints`.execute(site.db)
  const served = site.serve(owner, machineId, anOrder({ slots: 9 }))
  await ticking(
    site,
    served.then(() => site.settled()),
  )
  expect(site.endpoints.serving(aModelId)).toMatchObject([{ slots: 9 }])
})

it('sends a machine no orders until they can be loaded', async () => {
  await using site = await withModels()
  const { machineId, id } = await site.serving()
  const sent = site.serveOrdersOf(machineId).length
  await site.agents.leave(machineId)
  await sql`alter table model_endpoints rename to hidden`.execute(site.db)
  // This reload is queued behind that of a model, which fails too.
  await ticking(
    site,
    site.agents.hello(machineId, [aServeReport(id)]).catch(() => {}),
  )
  await site.agents.heartbeat(machineId, [aServeReport(id)])
  await sql`alter table hidden rename to model_endpoints`.execute(site.db)
  await ticking(site, site.settled())
  expect(site.serveOrdersOf(machineId).slice(sent)).toMatchObject([[{ endpoint_id: id }]])
  await site.agents.heartbeat(machineId, [aServeReport(id)])
  expect(site.endpoints.serving(aModelId)).toMatchObject([{ id }])
})

/** Advances the clock until the work is done. */
async function ticking(site: ModelSite, work: Promise<void>): Promise<void> {
  const over = work.then(() => 'over')
  while ((await Promise.race([over, turned()])) !== 'over') await site.clock.advance(1_000)
}

/** Waits for one turn of the event loop; the database takes an unknown number of them. */
function turned(): Promise<string> {
  return new Promise((resolve) => setImmediate(() => resolve('turned')))
}

it('removes all its subscriptions when it is disposed', async () => {
  const site = await withModels()
  await site[Symbol.asyncDispose]()
  expect(site.agents.listening()).toBe(0)
})
