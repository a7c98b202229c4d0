import { codeFor } from '@gridloom/testkit/inbox'
import { register, signIn } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'
import { aPng, dataUrlOf } from '../../../test/pictures.ts'
import { seedOffers } from '../../../test/seed-offers.ts'
import { all } from '../../features.ts'
import { checkLedger } from '../ledger/index.ts'
import { inUse } from './close-account.ts'

describe('closing an account', () => {
  it('leaves an anonymous row and deletes all other personal data', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    await ada.client.accounts.updateProfile({
      body: { name: 'Ada', image: dataUrlOf('image/png', aPng(64, 64)) },
    })
    await ada.client.keys.generateApiKey({ body: { name: 'ci', scopes: ['account:read'] } })
    await ada.client.privacy.closeAccount()
    const row = await sql<Record<string, unknown>>`
      select * from accounts where id = ${ada.id}`.execute(fixture.db)
    expect(row.rows).toMatchObject([
      {
        email: '',
        email_key: '',
        username: 'deleted account',
        name: null,
        password_hash: null,
        profile_path: null,
        access_granted_at: null,
        closed_at: fixture.clock.now(),
      },
    ])
    for (const [table, column] of Object.entries(all.personalData.deleted)) {
      const { rows } = await sql`select 1 from ${sql.table(table)}
        where ${sql.ref(column)} = ${ada.id}`.execute(fixture.db)
      expect([table, rows.length]).toEqual([table, 0])
    }
    const { rows } = await sql<{ address: string | null; user_agent: string | null }>`
      select address, user_agent from audit_entries where user_id = ${ada.id}`.execute(fixture.db)
    expect(rows.length).toBeGreaterThan(3)
    expect(new Set(rows.flatMap(Object.values))).toEqual(new Set([null]))
  })

  it('invalidates every sign-in method: sessions, keys and the password', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    const body = { name: 'ci', scopes: ['account:read' as const] }
    const { key } = await ada.client.keys.generateApiKey({ body })
    const account = { email: ada.email, password: 'a password of tests' }
    const other = await signIn(fixture.server, account)
    for (const token of [ada.token, other, key])
      expect((await fixture.raw('GET', '/api/user/details', { token })).status).toBe(200)
    await ada.client.privacy.closeAccount()
    for (const token of [ada.token, other, key])
      expect((await fixture.raw('GET', '/api/user/details', { token })).status).toBe(401)
    const again = await refusalOf(signIn(fixture.server, account))
    expect(again).toMatchObject({ code: 'credentials_wrong' })
    const nameless = await refusalOf(signIn(fixture.server, { ...account, email: ' ' }))
    expect(nameless).toMatchObject({ code: 'credentials_wrong' })
  })

  it('returns the remaining credit and keeps the ledger balanced', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    await ada.client.privacy.closeAccount()
    const { rows } = await sql<{ sum: number }>`select sum(balance_micro_usd)::bigint as sum
      from ledger_accounts where owner_account_id = ${ada.id}`.execute(fixture.db)
    expect(rows).toEqual([{ sum: 0 }])
    expect(await checkLedger(fixture.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  })

  it('emails a confirmation and frees the address for a new account', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    await ada.client.privacy.closeAccount()
    await fixture.server.inbox.message(ada.email, ({ subject }) => subject.includes('deleted'))
    await fixture.clock.jump(2 * 60_000)
    const token = await signUpAgain(fixture, ada.email)
    const anew = await fixture.server.client(token).accounts.details()
    expect(anew).toMatchObject({ email: ada.email, email_verified: true })
    expect(anew.account_id).not.toBe(ada.id)
  })

  it('is refused while the user has machines, and changes nothing', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    await seedOffers(fixture.db, { offers: 2, accountId: ada.id })
    expect(await refusalOf(ada.client.privacy.closeAccount())).toMatchObject({
      code: 'account_in_use',
      status: 409,
      details: { what: '2 machines' },
    })
    expect(await ada.client.accounts.details()).toMatchObject({ email: ada.email })
    expect((await ada.client.ledger.balance()).available_micro_usd).toBe(5_000_000)
  })

  it('is refused to the only owner of a company, and keeps a company that has other owners', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
    const company = await ada.client.companies.create({ body: { name: 'Acme' } })
    expect(await refusalOf(ada.client.privacy.closeAccount())).toMatchObject({ code: 'last_owner' })
    const params = { id: company.id }
    const body = { email: eve.email, role: 'owner' as const }
    const invited = await ada.client.companies.invite({ params, body })
    await eve.client.companies.acceptInvitation({ params: { id: invited.id } })
    await ada.client.privacy.closeAccount()
    const { member_list } = await eve.client.companies.read({ params })
    expect(member_list.map(({ account_id }) => account_id)).toEqual([eve.id])
  })

  it('is refused to the operator', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    expect(await refusalOf(fixture.operator.privacy.closeAccount())).toMatchObject({
      code: 'account_in_use',
      details: { what: "the operator's role" },
    })
  })

  it('requires recent re-authentication, and rejects API keys and callers without a token', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    const body = { name: 'ci', scopes: ['account:read' as const] }
    const { key } = await ada.client.keys.generateApiKey({ body })
    expect((await fixture.raw('DELETE', '/api/user', { token: key })).status).toBe(403)
    expect((await fixture.raw('DELETE', '/api/user')).status).toBe(401)
    await fixture.clock.jump(16 * 60 * 1_000)
    expect(await refusalOf(ada.client.privacy.closeAccount())).toMatchObject({
      code: 'confirmation_required',
    })
  })

  it('happens once for two concurrent requests', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    const codes = await Promise.all([1, 2].map(() => refusalOf(ada.client.privacy.closeAccount())))
    expect(codes.map(({ code }) => code).sort()).toEqual(['good', 'unauthorized'])
    expect(await checkLedger(fixture.db)).toMatchObject({ clean: true })
  })
})

it('lists the resources that prevent closing, in words for the user', () => {
  const settled = { heldMicroUsd: 0, earnedMicroUsd: 0 }
  expect(inUse({ role: 'user' }, [], settled)).toEqual([])
  const resources = [
    { count: 1, noun: 'instance' },
    { count: 2, noun: 'machine' },
  ]
  expect(inUse({ role: 'user' }, resources, settled)).toEqual(['1 instance', '2 machines'])
  expect(
    inUse({ role: 'user' }, [], { heldMicroUsd: 1_500_000, earnedMicroUsd: 2_000_000 }),
  ).toEqual(['$1.50 on hold', '$2.00 in unpaid earnings'])
})

async function signUpAgain({ server }: PeopleFixture, email: string): Promise<string> {
  const token = await register(server, { email, password: 'another password' })
  const otp = await codeFor(server.inbox, email, 2)
  return (await server.client(token).auth.verifyOtp({ body: { email, otp } })).token
}
