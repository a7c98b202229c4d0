import { openTerminal } from '@gridloom/client/terminal'
import { Scope } from '@gridloom/contract/core/scopes'
import { expect, it } from 'vitest'
import { type Person, startProduct } from '../../src/product.ts'
import { startWithBelongings } from './belongings.ts'
import { callsFor, named } from './calls-for-things.ts'
import { idsIn } from './endpoints.ts'

it('knows a thing of every kind that an address may name, and its owner finds each', async () => {
  await using site = await setup()
  expect(named.length).toBeGreaterThanOrEqual(35)
  for (const one of named) {
    const values = Object.values(site.paramsOf(one))
    expect(values, one.name).toHaveLength(idsIn(one.endpoint).length)
    if (one.endpoint.method !== 'GET') continue
    expect([one.name, await site.asked(one, site.owner.token)]).toEqual([one.name, '200 '])
  }
})

it('tells a stranger of nothing that is somebody else’s, and changes none of it', async () => {
  await using site = await setup()
  const before = await site.belongings.seen()
  for (const one of named)
    expect([one.name, await site.asked(one, site.stranger.token)]).toEqual([
      one.name,
      '404 not_found',
    ])
  expect(await site.belongings.seen()).toEqual(before)
})

it('tells nothing either to a stranger’s key with every scope, nor through a company of their own', async () => {
  await using site = await setup()
  const { client } = site.stranger
  const before = await site.belongings.seen()
  const body = { name: 'all of it', scopes: [...Scope.options] }
  const { key } = await client.keys.generateApiKey({ body })
  const { id } = await client.companies.create({ body: { name: 'Elsewhere' } })
  const through = named.filter(({ endpoint }) => idsIn(endpoint).length > 1)
  expect(through.length).toBeGreaterThan(3)
  for (const one of through)
    expect([one.name, await site.asked(one, site.stranger.token, { id })]).toEqual([
      one.name,
      '404 not_found',
    ])
  const { token } = await client.auth.actAs({ body: { company_id: id } })
  for (const one of named) {
    const refused = one.endpoint.scope === null ? '403 forbidden' : '404 not_found'
    expect([one.name, await site.asked(one, key)]).toEqual([one.name, refused])
    expect([one.name, await site.asked(one, token)]).toEqual([one.name, '404 not_found'])
  }
  expect(await site.belongings.seen()).toEqual(before)
})

it('lets nobody name somebody else’s company or quote in a body', async () => {
  await using site = await setup()
  const { product, owner, stranger, belongings } = site
  const { id: company_id = '' } = belongings.company
  const working = stranger.client.auth.actAs({ body: { company_id } })
  await expect(working).rejects.toMatchObject({ status: 404, code: 'not_found' })
  const machine = await product.addMachine()
  const { id: offer_id } = await product.offerOf(machine)
  const quote = await owner.client.market.quote({ body: { offer_id, disk_gb: 1 } })
  const template = { image_path_with_tag: 'gridloom/base:latest' }
  const body = { offer_id, disk_gb: 1, quote_id: quote.id, template }
  const order = stranger.client.instances.order({ body })
  await expect(order).rejects.toMatchObject({ code: 'quote_expired' })
  await owner.client.instances.order({ body })
})

it('opens neither a terminal nor a port to a stranger', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  const { client } = await product.newcomer()
  const terminal = openTerminal(client, { instanceId: id, columns: 80, rows: 24 })
  await expect(terminal).rejects.toMatchObject({ code: 'not_found' })
  const tunnel = await client.instances.tunnel({ params: { id, port: 80 } })
  const first = new Promise((resolve) => tunnel.onFrame(resolve))
  expect(await first).toMatchObject({ kind: 'control', control: { code: 'not_found' } })
})

it('keeps the renter out of the machine that they rent', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { id } = product.machine
  await product.order()
  const refused = { status: 404, code: 'not_found' }
  const { machines } = product.renter
  const change = { params: { id }, body: { listed: false } }
  await expect(machines.read({ params: { id } })).rejects.toMatchObject(refused)
  await expect(machines.change(change)).rejects.toMatchObject(refused)
  await expect(machines.remove({ params: { id } })).rejects.toMatchObject(refused)
  await expect(machines.measure({ params: { id } })).rejects.toMatchObject(refused)
})

async function setup() {
  const site = await startWithBelongings()
  const { product, belongings } = site
  const stranger: Person = await product.newcomer()
  return {
    ...site,
    ...callsFor(product, belongings),
    stranger,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
