import { Model } from '@gridloom/contract/models/model'
import { ServedModel } from '@gridloom/contract/models/serving'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import {
  aModel,
  aModelId,
  anOrder,
  type ModelSite,
  ownEngine,
  withModels,
} from '../../../../test/model-site.ts'
import { createOwnChanges } from '../../../platform/database/own-changes.ts'
import { firstModel } from '../catalogue/first-models.ts'
import { seedCatalogue } from '../catalogue/seed-catalogue.ts'
import { listServed } from '../serving/list-served.ts'
import { serveModel } from '../serving/serve-model.ts'
import { stopServing } from '../serving/stop-serving.ts'
import { createModelHub, readModels } from './hub.ts'
import { listModels, readModel } from './list-models.ts'
import { putModel } from './put-model.ts'
import { removeModel } from './remove-model.ts'

it('has the first model from the start, with two download sources', async () => {
  await using site = await withModels()
  const model = await readModel(site, firstModel.id)
  expect(Model.parse(model)).toEqual(model)
  expect(model).toMatchObject({
    name: 'SmolLM2-135M-Instruct',
    licence: 'Apache-2.0',
    bytes: 98_362_432,
    context_tokens: 8_192,
    price: null,
    endpoints: [],
  })
  expect(model.sources.map(({ kind }) => kind)).toEqual(['url', 'pypi'])
})

it('does not restore a first model that the operator changed or removed', async () => {
  await using site = await withModels()
  await putModel(site.operator, firstModel.id, { ...firstModel.model, about: 'Ours.' })
  await seedCatalogue(site.db, site.clock.now())
  expect(await readModels(site.operator, firstModel.id)).toMatchObject([{ about: 'Ours.' }])
  await removeModel(site.operator, firstModel.id)
  await seedCatalogue(site.db, site.clock.now())
  expect(await readModels(site.operator, firstModel.id)).toEqual([])
})

it('shows an operator their own change at once, before it arrives from the database', async () => {
  await using site = await withModels()
  const never = { subscribe: () => () => {} }
  const ownChanges = createOwnChanges()
  using hub = createModelHub({ ...site.operator, changes: never, ownChanges })
  const transact = ownChanges.refreshingAfter(site.operator.transact)
  const operator = { ...site.operator, hub, transact }
  await listModels(operator)
  await putModel(operator, aModelId, { ...aModel(), about: 'New.' })
  expect(await readModel(operator, aModelId)).toMatchObject({ about: 'New.' })
  await removeModel(operator, aModelId)
  expect((await listModels(operator)).map(({ id }) => id)).not.toContain(aModelId)
})

it('shows a machine under its new name to whoever renamed it, at once and in routing', async () => {
  await using site = await withModels()
  const { machineId } = await site.serving({ name: 'before' })
  const namesNow = async () => {
    const [model] = await listModels(site.operator)
    const routed = site.endpoints.serving(aModelId).map(({ machineName }) => machineName)
    return [...(model?.endpoints.map(({ machine_name }) => machine_name) ?? []), ...routed]
  }
  expect(await namesNow()).toEqual(['before', 'before'])
  await site.operator.transact(async (tx) => {
    await sql`update machines set name = 'after' where id = ${machineId}`.execute(tx.db)
    await tx.publish({ topic: 'machine', accountId: null, subject: machineId })
  })
  expect(await namesNow()).toEqual(['after', 'after'])
})

it('lists machines with price, features and state, serving ones first', async () => {
  await using site = await withModels()
  const dear = await site.serving({ name: 'dear' })
  const cheap = { input_micro_usd: 1, cached_micro_usd: 0, output_micro_usd: 2 }
  await site.serving({ name: 'cheap', order: anOrder({ price: cheap }) })
  const report = aServeReport(dear.id, {
    phase: 'fetching',
    fetched_bytes: 10,
    total_bytes: 1_000,
  })
  await site.agents.say(dear.machineId, { kind: 'serving', report })
  const [model] = await readModels(site.operator, aModelId)
  expect(Model.parse(model)).toEqual(model)
  expect(model).toMatchObject({
    price: cheap,
    features: ['chat', 'completion'],
    endpoints: [
      { machine_name: 'cheap', state: 'serving', context_tokens: 2_048, fetched_bytes: null },
      { machine_name: 'dear', state: 'fetching', fetched_bytes: 10, total_bytes: 1_000 },
    ],
  })
})

it('lists served models first, and reads the database at most once a second', async () => {
  await using site = await withModels()
  await site.serving()
  const [first, second] = await listModels(site)
  expect([first?.id, second?.id]).toEqual([aModelId, firstModel.id])
  await sql`update models set about = 'Changed behind our back.'`.execute(site.db)
  expect((await listModels(site))[0]?.about).toBe('')
  await site.clock.advance(1_000)
  expect((await listModels(site))[0]?.about).toBe('Changed behind our back.')
})

it('reads again after a failed read', async () => {
  await using site = await withModels()
  await sql`alter table models rename to hidden`.execute(site.db)
  await expect(listModels(site)).rejects.toThrow('models')
  await sql`alter table hidden rename to models`.execute(site.db)
  expect(await listModels(site)).toHaveLength(2)
})

it('shows a change at once', async () => {
  await using site = await withModels()
  await listModels(site)
  await putModel(site.operator, aModelId, aModel({ about: 'Tiny.' }))
  await site.settled()
  expect(await readModel(site, aModelId)).toMatchObject({ about: 'Tiny.' })
})

it('shows problems in full to the owner, and to others without details of private engines', async () => {
  await using site = await withModels()
  const { ctx, machineId, id } = await site.serving({
    order: anOrder({ engine: ownEngine }),
  })
  const problem = `${ownEngine.base_url} refused the connection`
  const report = aServeReport(id, { phase: 'failed', problem })
  await site.agents.say(machineId, { kind: 'serving', report })
  const shown = `The machine says: “${problem}”`
  expect(await listServed(ctx, machineId)).toMatchObject([{ state: 'failed', problem: shown }])
  const [model] = await readModels(site.operator, aModelId)
  expect(model?.endpoints).toMatchObject([
    { state: 'failed', problem: 'Its engine is not responding correctly.' },
  ])
  expect(JSON.stringify(model)).not.toContain('10.0.0.7')
})

it('shows an offline machine to its owner as waiting, and to others not at all', async () => {
  await using site = await withModels()
  const { ctx, machineId } = await site.serving()
  await site.agents.leave(machineId)
  await sql`update machines set status = 'offline' where id = ${machineId}`.execute(site.db)
  expect(await listServed(ctx, machineId)).toMatchObject([{ state: 'waiting' }])
  expect(await readModels(site.operator, aModelId)).toMatchObject([{ endpoints: [] }])
})

it('lets only the owner list and change what a machine serves', async () => {
  await using site = await withModels()
  const { ctx, machineId } = await site.serving()
  const { ctx: stranger } = await site.owned()
  const served = { machineId, modelId: aModelId }
  const unknown = { code: 'not_found' }
  await expect(listServed(stranger, machineId)).rejects.toMatchObject(unknown)
  await expect(serveModel(stranger, { ...served, order: anOrder() })).rejects.toMatchObject(unknown)
  await expect(stopServing(stranger, served)).rejects.toMatchObject(unknown)
  const [one] = await listServed(ctx, machineId)
  expect(ServedModel.parse(one)).toEqual(one)
})

it('orders a model once per machine, and stops serving it once', async () => {
  await using site = await withModels()
  const { owner, ctx, machineId, id } = await site.serving()
  expect(await site.serve(owner, machineId)).toMatchObject({ id })
  expect(await site.stored(id)).toMatchObject({ generation: 1 })
  await stopServing(ctx, { machineId, modelId: aModelId })
  expect(await listServed(ctx, machineId)).toEqual([])
  const again = stopServing(ctx, { machineId, modelId: aModelId })
  await expect(again).rejects.toMatchObject({ code: 'not_found' })
})

it('rejects an impossible order by field', async () => {
  await using site = await withModels()
  const refusalOf = await refusals(site)
  await putModel(site.operator, aModelId, aModel({ sources: [] }))
  const price = { input_micro_usd: 1, cached_micro_usd: 2, output_micro_usd: 0 }
  const engine = { kind: 'llama' as const, context_tokens: 5_000 }
  expect(await refusalOf(anOrder({ engine, price }))).toMatchObject({
    code: 'invalid_input',
    fields: {
      'engine.kind': expect.any(String),
      'engine.context_tokens': expect.stringContaining('4096'),
      'price.cached_micro_usd': expect.any(String),
    },
  })
  expect(await refusalOf(anOrder(), firstModelGone)).toMatchObject({ code: 'model_unknown' })
})

it('allows at most a hundred models per machine', async () => {
  await using site = await withModels()
  const { owner, machineId } = await site.owned()
  await sql`insert into models (id, about, licence, context_tokens, sources, created_at)
    select 'Acme/m' || n, '', 'MIT', 1000, '[]', now() from generate_series(1, 100) n`.execute(
    site.db,
  )
  await sql`insert into model_endpoints (id, machine_id, model_id, generation, engine, input_micro_usd,
      cached_micro_usd, output_micro_usd, slots, created_at)
    select 'mep_' || n, ${machineId}, 'Acme/m' || n, 1, '{}', 0, 0, 0, 1, now() from generate_series(1, 100) n`.execute(
    site.db,
  )
  await expect(site.serve(owner, machineId)).rejects.toMatchObject({ code: 'limit_reached' })
})

it('lets only the operator change the catalogue', async () => {
  await using site = await withModels()
  const { ctx: somebody } = await site.owned()
  const forbidden = { code: 'forbidden' }
  await expect(putModel(somebody, aModelId, aModel())).rejects.toMatchObject(forbidden)
  await expect(removeModel(somebody, aModelId)).rejects.toMatchObject(forbidden)
})

it('refuses to remove a model while a machine serves it, and names the machine', async () => {
  await using site = await withModels()
  const { ctx, machineId } = await site.serving({ name: 'attic' })
  await expect(removeModel(site.operator, aModelId)).rejects.toMatchObject({
    publicText: 'This action is not available while the model is served by attic.',
  })
  await stopServing(ctx, { machineId, modelId: aModelId })
  await removeModel(site.operator, aModelId)
  expect(site.endpoints.knows(aModelId)).toBe(false)
  await site.settled()
  const unknown = { code: 'model_unknown' }
  await expect(removeModel(site.operator, aModelId)).rejects.toMatchObject(unknown)
  await expect(readModel(site, aModelId)).rejects.toMatchObject(unknown)
})

it('names at most three of the machines that serve a model', async () => {
  await using site = await withModels()
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const { owner, machineId } = await site.owned(name)
    await site.serve(owner, machineId)
    await site.clock.advance(1)
  }
  await expect(removeModel(site.operator, aModelId)).rejects.toMatchObject({
    details: { state: 'served by a, b, c and 2 more' },
  })
})

it.each([
  ['is away', sql`update machines set status = 'offline'`],
  ['is of an account that is suspended', sql`update accounts set suspended_at = now()`],
])(
  'removes a model ordered from a machine that %s, and drops the order on reconnect',
  async (_, happens) => {
    await using site = await withModels()
    const { ctx, machineId, id } = await site.serving()
    await site.agents.leave(machineId)
    await happens.execute(site.db)
    await removeModel(site.operator, aModelId)
    expect(site.endpoints.knows(aModelId)).toBe(false)
    await putModel(site.operator, aModelId, aModel())
    await sql`update machines set status = 'online'`.execute(site.db)
    await sql`update accounts set suspended_at = null`.execute(site.db)
    await site.agents.hello(machineId, [aServeReport(id)])
    await site.settled()
    expect(site.serveOrdersOf(machineId).at(-1)).toEqual([])
    expect(site.endpoints.serving(aModelId)).toEqual([])
    expect(await listServed(ctx, machineId)).toEqual([])
  },
)

const firstModelGone = 'gone' as const

async function refusals(site: ModelSite) {
  const { ctx, machineId } = await site.owned()
  await removeModel(site.operator, firstModel.id)
  return (order: ReturnType<typeof anOrder>, which?: typeof firstModelGone) => {
    const modelId = which === undefined ? aModelId : firstModel.id
    const asked = serveModel(ctx, { machineId, modelId, order })
    return asked.catch((error: unknown) => error)
  }
}
