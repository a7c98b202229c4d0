import type { Client } from '@gridloom/client/calls'
import { dailyMax, quotas } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { openAccount } from '../../src/open-account.ts'
import { anOrder } from '../../src/order.ts'
import { startProduct } from '../../src/product.ts'
import { startServer, type TestServer } from '../../src/server.ts'
import { signIn } from '../../src/sign-up.ts'
import { aKey } from '../../src/stand-in-agent.ts'
import { anApiKey, aScene, giB, type Owned, rowsFor } from './quota-rows.ts'

const full = { code: 'limit_reached', status: 409 }

it('shares one upload quota between a user and their company', async () => {
  await using site = await setup()
  const { ada, acting } = site
  // 80 of 100 GiB are announced by the user; 20 GiB by the company use up the rest.
  for (const n of [1, 2, 3, 4]) await ada.rendering.startUpload({ body: aScene(n, 20 * giB) })
  await acting.rendering.startUpload({ body: aScene(5, 20 * giB) })
  await expect(acting.rendering.startUpload({ body: aScene(6, giB) })).rejects.toMatchObject(full)
  await expect(ada.rendering.startUpload({ body: aScene(7, giB) })).rejects.toMatchObject(full)
  // A member who owns no company has a quota of their own.
  await site.eve.rendering.startUpload({ body: aScene(8, 20 * giB) })
})

it('limits the companies of one user, even when they are created concurrently', async () => {
  await using site = await setup()
  const found = () => site.ada.companies.create({ body: { name: 'Many' } })
  const outcomes = await Promise.allSettled(Array.from({ length: quotas.companies + 3 }, found))
  // One company exists already.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(quotas.companies - 1)
  expect((await site.ada.companies.list()).length).toBe(quotas.companies)
})

it('counts keys, machines, scenes and render jobs of a user and their company together', async () => {
  await using site = await setup()
  const { ada, acting, company } = site
  const params = { id: company }
  const enrol = async (who: Client) => {
    const [{ token }, key] = [await who.machines.createEnrolmentToken(), aKey()]
    const signed = { public_key: key.publicKey, signature: key.enrolment(token) }
    return site.visitor.machines.enrol({ body: { token, name: 'box', ...signed } })
  }
  const job = (who: Client) => async () => {
    const [scene] = await who.rendering.scenes()
    return who.rendering.create({ body: { scene_id: scene?.id ?? '' } })
  }
  const tries: readonly Attempt[] = [
    {
      table: 'api_keys',
      max: quotas.apiKeys,
      byUser: () => ada.keys.generateApiKey({ body: anApiKey }),
      byCompany: () => ada.companies.generateKey({ params, body: anApiKey }),
    },
    {
      table: 'machines',
      max: quotas.machines,
      byUser: () => enrol(ada),
      byCompany: () => enrol(acting),
    },
    {
      table: 'render_scenes',
      max: quotas.scenes,
      byUser: (n) => ada.rendering.startUpload({ body: aScene(n, 1) }),
      byCompany: (n) => acting.rendering.startUpload({ body: aScene(n, 1) }),
    },
    {
      table: 'render_jobs',
      max: quotas.renderJobsOpen,
      byUser: job(ada),
      byCompany: job(acting),
    },
  ]
  for (const { table, max, byUser, byCompany } of tries) {
    await site.fill(table, { person: max - 52, company: 50 })
    const outcomes = await Promise.allSettled(
      [1, 2, 3].flatMap((n) => [byUser(n), byCompany(n + 3)]),
    )
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals, table).toHaveLength(4)
    for (const refusal of refusals) expect(refusal, table).toMatchObject(full)
  }
})

it('counts concurrent instance orders of a user and their company together', async () => {
  await using product = await startProduct({ driver: 'fake', cpuSlots: 4 })
  const site = await sit(product.server, product.people.renter)
  const { id: offerId } = await product.offerOf()
  const gift = { email: product.people.renter.email, micro_usd: 9_000_000, key: 'a', text: 'Paid' }
  await product.operator.ledger.credit({ body: gift })
  const funds = { micro_usd: 4_000_000, key: 'fund' }
  await site.ada.companies.fund({ params: { id: site.company }, body: funds })
  await site.fill('instances', { person: quotas.instances - 251, company: 250 })
  const order = (who: Client) => who.instances.order({ body: anOrder(offerId) })
  const outcomes = await Promise.allSettled(
    [site.ada, site.acting, site.ada, site.acting].map(order),
  )
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toMatchObject([full, full, full])
  // The slots of the rejected orders are free again.
  await site.destroyOne()
  await order(site.acting)
})

it('rejects a new owner, invited or promoted, whose keys and the company’s exceed the quota', async () => {
  await using site = await setup()
  const { ada, eve, company } = site
  await site.fill('api_keys', { person: 0, company: 60 })
  await site.fill('api_keys', { person: 60, company: 0 }, await site.idOf(eve))
  const params = { id: company }
  const { email } = await eve.accounts.details()
  const invite = (role: 'owner' | 'member') =>
    ada.companies.invite({ params, body: { email, role } })
  const asOwner = await invite('owner')
  const accept = (id: string) => eve.companies.acceptInvitation({ params: { id } })
  await expect(accept(asOwner.id)).rejects.toMatchObject(full)
  await accept((await invite('member')).id)
  const member = { id: company, account_id: await site.idOf(eve) }
  const promote = () => ada.companies.changeMember({ params: member, body: { role: 'owner' } })
  await expect(promote()).rejects.toMatchObject(full)
  await site.revokeKeys(member.account_id)
  await promote()
  // From then on, both count against her quota.
  await site.fill('api_keys', { person: 40, company: 0 }, member.account_id)
  const another = () => eve.keys.generateApiKey({ body: anApiKey })
  await expect(another()).rejects.toMatchObject(full)
})

it('keeps the daily limit used up and leaves no scenes behind when a company is closed', async () => {
  await using site = await setup()
  const { ada, acting, company } = site
  await site.fill('render_scenes', { person: 0, company: 3 })
  await acting.rendering.startUpload({ body: aScene(1, giB) })
  await site.countToday('API keys', dailyMax['API keys'] - 1)
  const key = () => ada.companies.generateKey({ params: { id: company }, body: anApiKey })
  const { api_key } = await key()
  const tired = { code: 'daily_limit_reached', status: 429 }
  await expect(key()).rejects.toMatchObject(tired)
  await ada.companies.revokeKey({ params: { id: company, key_id: api_key.id } })
  await ada.companies.close({ params: { id: company } })
  const { id } = await ada.companies.create({ body: { name: 'Next' } })
  const again = ada.companies.generateKey({ params: { id }, body: anApiKey })
  await expect(again).rejects.toMatchObject(tired)
  // Its scenes and uploads are removed with it.
  expect(await site.countRows('render_scenes', company)).toBe(0)
  expect(await site.countRows('render_uploads', company)).toBe(0)
})

interface Attempt {
  table: Owned
  max: number
  byUser(n: number): Promise<unknown>
  byCompany(n: number): Promise<unknown>
}

async function setup() {
  const server = await startServer()
  const email = 'ada@example.com'
  await openAccount(server, { email, access: true })
  const site = await sit(server, { email, password: 'a password of tests' })
  return {
    ...site,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Signs in a user, creates their company, and signs up a second user. */
async function sit(
  server: Omit<TestServer, typeof Symbol.asyncDispose | 'emails'>,
  { email, password }: { email: string; password: string },
) {
  const { db, system } = server.container
  const ada = server.client(await signIn(server, { email, password }))
  const eve = server.client(await openAccount(server, { access: true }))
  const idOf = async (client: Client) => (await client.accounts.details()).account_id
  const { id: company } = await ada.companies.create({ body: { name: 'One' } })
  const second = server.client(await signIn(server, { email, password }))
  const { token } = await second.auth.actAs({ body: { company_id: company } })
  const person = await idOf(ada)
  const tables = db.withTables<Record<string, Record<string, unknown>>>()
  const rows = rowsFor(system.ids)
  async function fill(
    table: Owned,
    counts: { person: number; company: number },
    who: AccountId = person,
  ) {
    const owners = [
      ...Array<AccountId>(counts.person).fill(who),
      ...Array<AccountId>(counts.company).fill(company),
    ]
    if (table === 'render_jobs')
      await tables
        .insertInto('render_scenes')
        .values([who, company].map((owner) => rows.render_scenes(owner, who)))
        .execute()
    await tables
      .insertInto(table)
      .values(owners.map((owner) => rows[table](owner, who)))
      .execute()
  }
  return {
    ada,
    eve,
    acting: server.client(token),
    visitor: server.client(),
    company,
    idOf,
    fill,
    async destroyOne() {
      const one = await tables.selectFrom('instances').select('id').executeTakeFirst()
      const gone = tables.updateTable('instances').set({ state: 'destroyed' })
      await gone.where('id', '=', one?.id).execute()
    },
    revokeKeys: (who: AccountId) =>
      tables
        .updateTable('api_keys')
        .set({ revoked_at: new Date() })
        .where('account_id', '=', who)
        .execute(),
    countToday: (what: keyof typeof dailyMax, count: number) =>
      tables
        .insertInto('attempts')
        .values({
          key: `day:${what}:${person}`,
          count,
          window_ends_at: new Date(Date.now() + 3_600_000),
        })
        .execute(),
    async countRows(table: 'render_scenes' | 'render_uploads', who: AccountId) {
      const over = table === 'render_scenes' ? 'removed_at' : 'expires_at'
      const found = await tables
        .selectFrom(table)
        .select([over])
        .where('account_id', '=', who)
        .execute()
      const isOver = (at: unknown) => at instanceof Date && at <= new Date()
      return found.filter((row) => !isOver(row[over])).length
    },
  }
}
