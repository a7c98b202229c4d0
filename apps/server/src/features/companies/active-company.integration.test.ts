import type { InstanceId } from '@gridloom/contract/core/ids'
import { anOrder } from '@gridloom/testkit/order'
import { type Person, type Product, startProduct } from '@gridloom/testkit/product'
import { signIn } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../test/companies.ts'
import { checkLedger } from '../ledger/index.ts'

describe('a session that acts for a company', () => {
  it('rents with the company’s money, and every member sees and controls the instance', async () => {
    await using site = await setup()
    const { id: instanceId } = await site.rent()
    const colleague = await site.colleague()
    expect(await site.acting.instances.list()).toMatchObject([{ id: instanceId }])
    expect(await colleague.acting.instances.list()).toMatchObject([{ id: instanceId }])
    expect(await colleague.self.instances.list()).toEqual([])
    const seen = { params: { id: instanceId } }
    expect(await codeOf(colleague.self.instances.read(seen))).toBe('not_found')
    expect(await codeOf(site.product.renter.instances.read(seen))).toBe('not_found')
    expect((await site.acting.ledger.balance()).held_micro_usd).toBeGreaterThan(0)
    expect(await colleague.self.ledger.balance()).toMatchObject({ held_micro_usd: 0 })
    await colleague.acting.instances.destroy(seen)
    await site.untilDestroyed(instanceId)
    expect(await checkLedger(site.product.server.container.db)).toMatchObject({ clean: true })
  })

  it('reports the spending by day, by ordering user and by key', async () => {
    await using site = await setup()
    const { product, params } = site
    const { id } = await site.rent()
    const colleague = await site.colleague()
    const scopes = ['instances:write' as const, 'instances:read' as const]
    const { key } = await colleague.self.companies.generateKey({
      params,
      body: { name: 'nightly', scopes },
    })
    const other = await site.rent(product.server.client(key))
    await product.turn(120_000)
    for (const one of [id, other.id]) {
      await site.acting.instances.destroy({ params: { id: one } })
      await site.untilDestroyed(one)
    }
    const spend = await site.owner.companies.spend({ params, query: { days: 3 } })
    const receipts = await Promise.all(
      [id, other.id].map((one) => site.acting.instances.receipt({ params: { id: one } })),
    )
    const [mine = 0, theirs = 0] = receipts.map(({ total_micro_usd }) => total_micro_usd)
    expect(mine).toBeGreaterThan(0)
    expect(theirs).toBeGreaterThan(0)
    expect(spend).toMatchObject({
      today_micro_usd: mine + theirs,
      this_month_micro_usd: mine + theirs,
      days: [{ micro_usd: 0 }, { micro_usd: 0 }, { micro_usd: mine + theirs }],
      by_key: [{ name: 'nightly', micro_usd: theirs }],
    })
    expect(spend.by_user.map(({ micro_usd }) => micro_usd).toSorted()).toEqual(
      [mine, theirs].toSorted(),
    )
    const own = await colleague.self.companies.spend({ params })
    expect(own).toMatchObject({
      this_month_micro_usd: mine + theirs,
      by_key: [{ name: 'nightly' }],
    })
    expect(own.by_user).toMatchObject([{ id: colleague.id, micro_usd: theirs }])
    const { member_list } = await site.owner.companies.read({ params })
    expect(member_list.map(({ spent_this_month_micro_usd }) => spent_this_month_micro_usd)).toEqual(
      [mine, theirs],
    )
    expect((await site.owner.companies.spend({ params })).by_key).toHaveLength(1)
    const seen = (await colleague.self.companies.read({ params })).member_list
    expect(seen.map(({ spent_this_month_micro_usd }) => spent_this_month_micro_usd)).toEqual([
      null,
      theirs,
    ])
  })

  it('creates enrolment tokens for the company and lists only machines of the company', async () => {
    await using site = await setup()
    const { token } = await site.acting.machines.createEnrolmentToken()
    expect(token).toEqual(expect.any(String))
    expect(await site.acting.machines.list()).toEqual([])
    expect(await site.product.provider.machines.list()).toHaveLength(1)
  })

  it('cannot close the company while an instance runs', async () => {
    await using site = await setup()
    const { params, owner } = site
    const { id } = await site.rent()
    await expect(owner.companies.close({ params })).rejects.toMatchObject({
      code: 'account_in_use',
      details: { what: '1 instance' },
    })
    await site.acting.instances.destroy({ params: { id } })
    await site.untilDestroyed(id)
    await owner.companies.close({ params })
    expect(await checkLedger(site.product.server.container.db)).toMatchObject({ clean: true })
  })

  it('receives events of the company and of the user, and ends with the membership', async () => {
    await using site = await setup()
    const { product, params, owner } = site
    const colleague = await site.colleague()
    const stop = new AbortController()
    const states: string[] = []
    const stream = colleague.acting.system
      .events({ signal: stop.signal, onState: (state: string) => void states.push(state) })
      [Symbol.asyncIterator]()
    const first = stream.next()
    await product.until({ read: async () => states.length, satisfies: (count) => count > 0 })
    const { id } = await site.rent()
    let sent = await first
    // The change of their own account when they joined may still arrive.
    while (sent.value?.event === 'account') sent = await stream.next()
    expect(sent.value).toMatchObject({ event: expect.stringMatching(/balance|instance/) })
    for (;;) {
      const { value } = await stream.next()
      if (value?.event === 'instance') {
        expect(value.data).toMatchObject({ id })
        break
      }
    }
    await owner.companies.removeMember({ params: { ...params, account_id: colleague.id } })
    const rest = async () => {
      while (!(await stream.next()).done);
    }
    await expect(rest()).rejects.toMatchObject({ code: 'membership_ended' })
    for (const call of [colleague.acting.instances.list(), colleague.acting.accounts.details()])
      expect(await codeOf(call)).toBe('membership_ended')
    const { token } = await colleague.acting.auth.actAs({ body: { company_id: null } })
    expect((await product.server.client(token).accounts.details()).active_company).toBeNull()
    stop.abort()
  })

  it('ends for an API key whose creator was removed', async () => {
    await using site = await setup()
    const { product, params, owner } = site
    const colleague = await site.colleague()
    const { key } = await colleague.self.companies.generateKey({
      params,
      body: { name: 'ci', scopes: ['instances:read'] },
    })
    const machine = product.server.client(key)
    expect(await machine.instances.list()).toEqual([])
    await owner.companies.removeMember({ params: { ...params, account_id: colleague.id } })
    expect(await codeOf(machine.instances.list())).toBe('unauthorized')
    expect(await owner.companies.keys({ params })).toEqual([])
  })
})

describe('actAs', () => {
  it('rotates the token and shows the active account', async () => {
    await using site = await setup()
    const { company, product, founder } = site
    const details = await site.acting.accounts.details()
    expect(details).toMatchObject({
      email: founder.email,
      active_company: { company_id: company.id, name: 'Acme', role: 'owner' },
    })
    const old = await fetch(`${product.server.url}/api/user/details`, {
      headers: { authorization: `Bearer ${site.tokenBefore}` },
    })
    expect(old.status).toBe(403)
    const { token } = await site.acting.auth.actAs({ body: { company_id: null } })
    const self = product.server.client(token)
    expect((await self.accounts.details()).active_company).toBeNull()
  })
})

async function setup() {
  const product = await startProduct({ driver: 'fake', clock: 'fake', cpuSlots: 4 })
  const founder = await product.newcomer()
  const owner = founder.client
  const body = { email: founder.email, micro_usd: 5_000_000, key: 'paid', text: 'Paid' }
  await product.operator.ledger.credit({ body })
  const company = await owner.companies.create({ body: { name: 'Acme' } })
  const params = { id: company.id }
  await owner.companies.fund({ params, body: { micro_usd: 4_000_000, key: 'start' } })
  // A second session, so that the owner's first one keeps acting for the owner.
  const second = await sameAgain(product, founder)
  const acting = await actFor(product, second.client, company.id)
  return {
    product,
    founder,
    owner,
    company,
    params,
    acting,
    tokenBefore: second.token,
    async colleague() {
      const person = await product.newcomer()
      const { account_id: id } = await person.client.accounts.details()
      const body = { email: person.email, role: 'member' as const }
      const invited = await owner.companies.invite({ params, body })
      await person.client.companies.acceptInvitation({ params: { id: invited.id } })
      const again = await sameAgain(product, person)
      return { id, self: person.client, acting: await actFor(product, again.client, company.id) }
    },
    async rent(as = acting) {
      const { id: offerId } = await product.offerOf()
      const { instance } = await as.instances.order({ body: anOrder(offerId) })
      await product.until({
        read: () => acting.instances.read({ params: { id: instance.id } }),
        satisfies: ({ ready }) => ready,
      })
      return instance
    },
    untilDestroyed: (id: InstanceId) =>
      product.until({
        read: () => acting.instances.read({ params: { id } }),
        satisfies: ({ state }) => state === 'destroyed',
      }),
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}

async function sameAgain(product: Product, { email, password }: Person) {
  const token = await signIn(product.server, { email, password })
  return { token, client: product.server.client(token) }
}

async function actFor(product: Product, client: Person['client'], companyId: string) {
  const { token } = await client.auth.actAs({ body: { company_id: companyId } })
  return product.server.client(token)
}
