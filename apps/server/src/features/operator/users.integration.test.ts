import { api } from '@gridloom/contract/api'
import { signIn } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'
import { seedOffers } from '../../../test/seed-offers.ts'

describe('the operator’s endpoints', () => {
  it('reject other users with 403 and callers without a token with 401', async () => {
    await using fixture = await withPeople()
    const { token } = await fixture.someone()
    const endpoints = Object.entries(api.operator)
    expect(endpoints.length).toBeGreaterThanOrEqual(16)
    for (const [name, { method, path }] of endpoints) {
      const address = path.replace('{id}', 'acc_00000000000000000000000000')
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const stranger = await fixture.raw(method, address, { token, ...body })
      expect([name, stranger.status], stranger.text).toEqual([name, 403])
      expect(stranger.text).toContain('forbidden')
      expect((await fixture.raw(method, address, body)).status).toBe(401)
    }
  })
})

describe('the list of users', () => {
  it('shows newest accounts first, with machines, instances and balance', async () => {
    await using fixture = await withPeople()
    await fixture.clock.advance(1_000)
    const ada = await fixture.someone('ada')
    await fixture.clock.advance(1_000)
    await fixture.someone('eve')
    await seedOffers(fixture.db, { offers: 3, accountId: ada.id })
    const { users, total } = await fixture.operator.operator.users()
    expect(total).toBe(3)
    expect(users.map(({ email }) => email.split('-')[0])).toEqual([
      'eve',
      'ada',
      'operator@example.com',
    ])
    expect(users[1]).toMatchObject({
      account_id: ada.id,
      email_verified: true,
      has_access: true,
      role: 'user',
      suspended_at: null,
      machines: 3,
      instances: 0,
      available_micro_usd: 5_000_000,
    })
    expect(users[1]?.last_seen_at).not.toBeNull()
  })

  it('searches by part of address or name or by id, without wildcards', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone('ada')
    const eve = await fixture.someone('eve')
    await ada.client.accounts.updateProfile({ body: { username: 'lovelace_a' } })
    const found = async (search: string) =>
      (await fixture.operator.operator.users({ query: { search } })).users.map(
        ({ account_id }) => account_id,
      )
    expect(await found('LOVELACE')).toEqual([ada.id])
    expect(await found(eve.email.slice(0, 5))).toEqual([eve.id])
    expect(await found(eve.id)).toEqual([eve.id])
    expect(await found('lovelace_a')).toEqual([ada.id])
    expect(await found('%')).toEqual([])
    expect(await found("' or true --")).toEqual([])
  })

  it('reports the total on every page, also beyond the last', async () => {
    await using fixture = await withPeople()
    for (let n = 0; n < 4; n++) await fixture.someone()
    const page = (number: number) =>
      fixture.operator.operator.users({ query: { page: number, page_size: 2 } })
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ users }) => users.length)).toEqual([2, 2, 1, 0])
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    const ids = pages.flatMap(({ users }) => users.map(({ account_id }) => account_id))
    expect(new Set(ids).size).toBe(5)
  })
})

describe('a suspended account', () => {
  it('is signed out, its key is refused, its machines are unlisted, and the reason is emailed', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone()
    const { key } = await ada.client.keys.generateApiKey({
      body: { name: 'ci', scopes: ['account:read'] },
    })
    const other = await signIn(fixture.server, {
      email: ada.email,
      password: 'a password of tests',
    })
    await seedOffers(fixture.db, { offers: 2, accountId: ada.id })
    expect((await suspend(fixture, ada.id)).suspended_at).not.toBeNull()
    for (const token of [ada.token, other, key]) {
      const refused = await fixture.raw('GET', '/api/user/details', { token })
      expect([401, 403]).toContain(refused.status)
    }
    const listed = await fixture.operator.operator.machines()
    expect(listed.machines.map(({ machine }) => machine.listed)).toEqual([false, false])
    const message = await fixture.server.inbox.message(ada.email, ({ subject }) =>
      subject.includes('suspended'),
    )
    expect(message.text).toContain('Mined coins')
    const again = signIn(fixture.server, { email: ada.email, password: 'a password of tests' })
    expect(await refusalOf(again)).toMatchObject({ code: 'account_suspended' })
    const only = await fixture.operator.operator.users({ query: { suspended: true } })
    expect(only.users.map(({ account_id }) => account_id)).toEqual([ada.id])
    const without = await fixture.operator.operator.users({ query: { suspended: false } })
    expect(without.users.map(({ account_id }) => account_id)).not.toContain(ada.id)
  })

  it('can be restored: its user can sign in again and its key works', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone()
    const { key } = await ada.client.keys.generateApiKey({
      body: { name: 'ci', scopes: ['account:read'] },
    })
    await suspend(fixture, ada.id)
    const restored = await fixture.operator.operator.restore({ params: { id: ada.id } })
    expect(restored.suspended_at).toBeNull()
    await signIn(fixture.server, { email: ada.email, password: 'a password of tests' })
    expect((await fixture.raw('GET', '/api/user/details', { token: key })).status).toBe(200)
    expect((await fixture.raw('GET', '/api/user/details', { token: ada.token })).status).toBe(401)
    await fixture.server.inbox.message(ada.email, ({ subject }) => subject.includes('was restored'))
  })

  it('cannot be an operator’s, and cannot be suspended or restored twice', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone()
    const { account_id: self } = await fixture.operator.accounts.details()
    expect(await refusalOf(suspend(fixture, self))).toMatchObject({ code: 'state_conflict' })
    const restore = () => fixture.operator.operator.restore({ params: { id: ada.id } })
    expect(await refusalOf(restore())).toMatchObject({ code: 'state_conflict' })
    await suspend(fixture, ada.id)
    expect(await refusalOf(suspend(fixture, ada.id))).toMatchObject({ code: 'state_conflict' })
    const nobody = fixture.system.ids.mint('account')
    expect(await refusalOf(suspend(fixture, nobody))).toMatchObject({ code: 'not_found' })
    await fixture.operator.accounts.details()
  })

  it('can be suspended and restored only after recent re-authentication', async () => {
    await using fixture = await withPeople()
    const ada = await fixture.someone()
    await fixture.clock.jump(16 * 60 * 1_000)
    const refused = { code: 'confirmation_required' }
    expect(await refusalOf(suspend(fixture, ada.id))).toMatchObject(refused)
    const restore = fixture.operator.operator.restore({ params: { id: ada.id } })
    expect(await refusalOf(restore)).toMatchObject(refused)
  })
})

function suspend({ operator }: PeopleFixture, id: string) {
  return operator.operator.suspend({ params: { id }, body: { reason: 'Mined coins' } })
}
