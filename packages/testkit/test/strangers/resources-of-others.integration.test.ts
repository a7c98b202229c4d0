import { openTerminal } from '@gridloom/client/terminal'
import { Scope } from '@gridloom/contract/scopes'
import { expect, it } from 'vitest'
import { type Person, startProduct } from '../../src/product.ts'
import { callsFor, named } from './calls-for-resources.ts'
import { idsIn } from './endpoints.ts'
import { startWithResources } from './resources.ts'

it('has something of every kind that a path can name, and its owner can read each', async () => {
  await using site = await setup()
  expect(named.length).toBeGreaterThanOrEqual(35)
  for (const one of named) {
    const values = Object.values(site.paramsOf(one))
    expect(values, one.name).toHaveLength(idsIn(one.endpoint).length)
    if (one.endpoint.method !== 'GET') continue
    expect([one.name, await site.asked(one, site.owner.token)]).toEqual([one.name, answerTo(one)])
  }
})

/** What an owner hears: these containers are records, without files and without an SSH server. */
function answerTo({ name }: { name: string }): string {
  if (name.startsWith('files.')) return '409 files_unavailable'
  return name === 'ssh.server' ? '409 state_conflict' : '200 '
}

it('reveals nothing of another account to a user, and changes none of it', async () => {
  await using site = await setup()
  const before = await site.resources.seen()
  for (const one of named)
    expect([one.name, await site.asked(one, site.stranger.token)]).toEqual([
      one.name,
      '404 not_found',
    ])
  expect(await site.resources.seen()).toEqual(before)
})

it('reveals nothing to an API key with every scope, or through a company of the user', async () => {
  await using site = await setup()
  const { client } = site.stranger
  const before = await site.resources.seen()
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
  expect(await site.resources.seen()).toEqual(before)
})

it('rejects a company or quote of another account in a body', async () => {
  await using site = await setup()
  const { product, owner, stranger, resources } = site
  const { id: company_id = '' } = resources.company
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

it('opens neither a terminal nor a tunnel for another user', async () => {
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

it('rejects calls of a renter on the machine that they rent from', async () => {
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
  const site = await startWithResources()
  const { product, resources } = site
  const stranger: Person = await product.newcomer()
  return {
    ...site,
    ...callsFor(product, resources),
    stranger,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
