import { ServeOrders } from '@gridloom/contract/agent/models'
import type { AccountId, MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import { NewModel } from '@gridloom/contract/models/model'
import { ModelId } from '@gridloom/contract/models/model-id'
import { ServeOrder } from '@gridloom/contract/models/serving'
import { anActor } from '@gridloom/testkit/actor'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import type { z } from 'zod'
import { seedCatalogue } from '../src/features/models/catalogue/seed-catalogue.ts'
import type { ModelsCtx } from '../src/features/models/ctx.ts'
import { createModelHub } from '../src/features/models/hub/hub.ts'
import { putModel } from '../src/features/models/hub/put-model.ts'
import type { EndpointChoice } from '../src/features/models/registry/endpoints.ts'
import { serveModel } from '../src/features/models/serving/serve-model.ts'
import { createEndpoints } from '../src/features/models/sync/create-endpoints.ts'
import { type Changes, listenForChanges } from '../src/platform/database/listen.ts'
import { createOwnChanges } from '../src/platform/database/own-changes.ts'
import { aServeReport, type FakeAgents, fakeAgents } from './fake-agents.ts'
import { insertAccount } from './render-rows.ts'

export const aModelId = ModelId.parse('Acme/tiny-chat')

export function anOrder(given: Partial<z.input<typeof ServeOrder>> = {}): ServeOrder {
  const price = { input_micro_usd: 100_000, cached_micro_usd: 50_000, output_micro_usd: 200_000 }
  return ServeOrder.parse({ engine: { kind: 'llama' }, price, ...given })
}

export function aModel(given: Partial<z.input<typeof NewModel>> = {}): NewModel {
  const file = { bytes: 1_000, sha256: 'a'.repeat(64), quantization: 'Q8_0' }
  const source = { kind: 'url' as const, url: 'https://hub.example/tiny.gguf', ...file }
  return NewModel.parse({ licence: 'MIT', context_tokens: 4_096, sources: [source], ...given })
}

/** An engine on its owner's own network. */
export const ownEngine = {
  kind: 'openai-http',
  base_url: 'http://10.0.0.7:8000/v1',
  upstream_model: 'm',
  context_tokens: 1_000,
} as const satisfies ServeOrder['engine']

/** The preferences of a request that a test is about. */
export function aChoice(given: Partial<EndpointChoice> = {}): EndpointChoice {
  const tokens = { input: 100, output: 200 }
  return { modelId: aModelId, provider: {}, features: [], tokens, tried: new Set(), ...given }
}

/** Models on real PostgreSQL, with machines that send what a test has them send. */
export async function withModels() {
  await using made = new AsyncDisposableStack()
  const database = made.use(await withDatabase())
  const { db, clock, url } = database
  const system = database.ctx()
  const luck: number[] = []
  const ids = { ...system.ids, random: () => luck.shift() ?? 0.5 }
  const changes: Changes = made.use(
    await listenForChanges({
      url,
      db,
      clock,
      ids,
      log: system.log,
      topics: ['machine', 'model', 'mail'],
    }),
  )
  await seedCatalogue(db, clock.now())
  const ownChanges = createOwnChanges()
  const replicas: Pick<ModelsCtx, 'endpoints'>[] = []
  const servers = made.use(new AsyncDisposableStack())
  /** One server beside others on the same database. */
  const replica = async () => {
    const agents = fakeAgents()
    const parts = { db, clock, ids, log: system.log, agents, changes, ownChanges }
    const endpoints = servers.use(await createEndpoints(parts))
    const hub = servers.use(createModelHub({ ...parts, endpoints }))
    replicas.push({ endpoints })
    return { agents, endpoints, hub }
  }
  const first = await replica()
  const ctxAs = (actor?: Parameters<typeof database.ctx>[0]): ModelsCtx => {
    const ctx = database.ctx(actor)
    return { ...ctx, transact: ownChanges.refreshingAfter(ctx.transact), ids, ...first }
  }
  const operator = ctxAs(anActor(ids.mint('account'), { role: 'operator' }))
  await putModel(operator, aModelId, aModel())
  const rest = made.move()
  const site = { ...first, db, clock, luck, replica, ctxAs, operator, settled }
  return { ...site, ...machinesOf(site), [Symbol.asyncDispose]: () => rest.disposeAsync() }

  /** Resolves when every change so far was handled, with its follow-up work. */
  async function settled(): Promise<void> {
    const subject = ids.secret()
    const handled = Promise.withResolvers<void>()
    const end = changes.subscribe((change) => {
      if (change.subject === subject) handled.resolve()
    })
    await system.transact((tx) =>
      tx.publish({ topic: 'mail', transient: true, accountId: null, subject }),
    )
    await handled.promise
    end()
    await Promise.all(replicas.map(({ endpoints }) => endpoints.settled()))
  }
}
export type ModelSite = Awaited<ReturnType<typeof withModels>>

interface MachinesOf {
  db: ModelsCtx['db']
  ctxAs(actor: ModelsCtx['actor']): ModelsCtx
  operator: ModelsCtx
  agents: FakeAgents
  settled(): Promise<void>
}

function machinesOf({ db, ctxAs, operator: { ids }, agents, settled }: MachinesOf) {
  const somebody = () => insertAccount({ db, ids })
  const machine = async (owner: AccountId, name = 'box'): Promise<MachineId> => {
    const id = ids.mint('machine')
    await sql`insert into machines (id, account_id, name, listed, status, gpu_slot_micro_usd_per_hour,
        cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
        stopped_disk_gb_micro_usd_per_hour, enrolled_at)
      values (${id}, ${owner}, ${name}, true, 'online', 0, 0, 0, 0, 0, now())`.execute(db)
    return id
  }
  const serve = async (owner: AccountId, machineId: MachineId, order = anOrder()) => {
    const input = { machineId, modelId: aModelId, order }
    return serveModel(ctxAs(anActor(owner)), input)
  }
  /** A machine of a new user, with its calls. */
  const owned = async (name?: string) => {
    const owner = await somebody()
    return { owner, ctx: ctxAs(anActor(owner)), machineId: await machine(owner, name) }
  }
  return {
    serve,
    owned,
    /** A connected machine that serves the model. */
    async serving({ name, order }: { name?: string; order?: ServeOrder } = {}) {
      const mine = await owned(name)
      const { machineId } = mine
      const { id } = await serve(mine.owner, machineId, order)
      await settled()
      await agents.hello(machineId, [aServeReport(id)])
      await settled()
      return { ...mine, id }
    },
    /** The serve orders that a machine was sent, oldest first. */
    serveOrdersOf: (machineId: MachineId): ServeOrders['specs'][] =>
      agents.called
        .filter((call) => call.machineId === machineId && call.method === 'PUT')
        .map(({ body }) => ServeOrders.parse(body).specs),
    /** Returns the stored row of an endpoint. */
    async stored(id: ModelEndpointId) {
      const { rows } = await sql<{ report: { phase: string } | null; generation: number }>`
        select report, generation from model_endpoints where id = ${id}`.execute(db)
      return rows[0]
    },
  }
}
