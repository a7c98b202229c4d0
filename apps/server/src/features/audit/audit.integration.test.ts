import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, type Someone, withPeople } from '../../../test/people.ts'
import { forgetOrigins } from './forget-origins.ts'

describe('the audit log', () => {
  it('shows users their own actions, newest first, and no others', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
    await fixture.clock.advance(1)
    await ada.client.accounts.updateProfile({ body: { name: 'Ada' } })
    const { entries, total } = await ada.client.audit.listOwn()
    expect(entries[0]).toMatchObject({
      action: 'accounts.updateProfile',
      account_id: ada.id,
      user_id: ada.id,
      user: ada.email,
      api_key_id: null,
      address: '127.0.0.1',
    })
    expect(entries.length).toBe(total)
    expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([ada.id]))
    expect(actionsOf((await eve.client.audit.listOwn()).entries)).not.toContain(
      'accounts.updateProfile',
    )
  })

  it('shows owners and admins, but not members, what others did for their company', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
    const { id } = await ada.client.companies.create({ body: { name: 'Acme' } })
    const params = { id }
    const body = { email: eve.email, role: 'member' as const }
    const invited = await ada.client.companies.invite({ params, body })
    await eve.client.companies.acceptInvitation({ params: { id: invited.id } })
    const [owner, member] = [await workFor(fixture, ada, id), await workFor(fixture, eve, id)]
    await fixture.clock.advance(1)
    await member.accounts.updateProfile({ body: { name: 'Eve' } })
    const seen = (await owner.audit.listOwn()).entries
    expect(seen.find(({ user_id }) => user_id === eve.id)).toMatchObject({
      action: 'accounts.updateProfile',
      account_id: id,
      user: eve.email,
    })
    const own = (await member.audit.listOwn()).entries
    expect(new Set(own.map(({ user_id }) => user_id))).toEqual(new Set([eve.id]))
  })

  it('shows the operator all entries, filtered by account and by action', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const [ada, eve] = [await fixture.someone('ada'), await fixture.someone('eve')]
    await ada.client.accounts.updateProfile({ body: { name: 'Ada' } })
    await fixture.clock.advance(1)
    await eve.client.accounts.updateProfile({ body: { name: 'Eve' } })
    const read = (query: object) => fixture.operator.audit.listAll({ query })
    const byAction = await read({ action: 'accounts.updateProfile' })
    expect([byAction.total, ...byAction.entries.map(({ user }) => user)]).toEqual([
      2,
      eve.email,
      ada.email,
    ])
    const byAccount = await read({ account_id: ada.id })
    expect(new Set(byAccount.entries.map(({ user_id }) => user_id))).toEqual(new Set([ada.id]))
    const both = await read({ account_id: ada.id, action: 'accounts.updateProfile' })
    expect(both.total).toBe(1)
    expect((await read({})).total).toBeGreaterThan(byAccount.total)
  })

  it('keeps its pages stable while entries are added', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    const write = async () => {
      await fixture.clock.advance(1)
      await ada.client.accounts.changeNotifications({ body: { balance_low: true } })
    }
    for (let n = 0; n < 5; n++) await write()
    const before = await ada.client.audit.listOwn({ query: { page_size: 100 } })
    const first = await ada.client.audit.listOwn({ query: { page_size: 2 } })
    const up_to = first.entries[0]?.id
    const seen = [...first.entries]
    for (let page = 2; seen.length < before.total; page++) {
      await write()
      const query = { page, page_size: 2, ...(up_to === undefined ? {} : { up_to }) }
      const next = await ada.client.audit.listOwn({ query })
      expect(next.total).toBe(before.total)
      seen.push(...next.entries)
    }
    expect(seen).toEqual(before.entries)
  })

  it('is closed to visitors, and other users’ entries to anyone but the operator', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    expect(await refusalOf(ada.client.audit.listAll())).toMatchObject({ code: 'forbidden' })
    expect((await fixture.raw('GET', '/api/user/audit')).status).toBe(401)
  })
})

describe('address and browser of an audit entry', () => {
  it('are removed after 180 days, while the entry is kept', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    const ada = await fixture.someone('ada')
    await fixture.clock.jump(days(100))
    await insertEntry(fixture, ada, 'aud_00000000000000000000000000')
    await fixture.clock.jump(days(79))
    await forgetOrigins(fixture.system)
    expect(await withOrigin(fixture)).toContain('accounts.updateProfile')
    await fixture.clock.jump(days(2))
    await forgetOrigins(fixture.system)
    expect(await withOrigin(fixture)).toEqual(['test.later'])
    const { rows } = await sql<{ action: string }>`select action from audit_entries
      where user_id = ${ada.id}`.execute(fixture.db)
    expect(actionsOf(rows)).toContain('accounts.updateProfile')
  })

  it('are all that the database allows to be changed', async () => {
    await using fixture = await withPeople({ accounts: 'signed_up' })
    await fixture.someone('ada')
    for (const change of [
      sql`update audit_entries set action = 'nothing'`,
      sql`update audit_entries set address = '10.0.0.1'`,
      sql`update audit_entries set address = null, user_agent = null, subject = 'x'`,
      sql`delete from audit_entries`,
    ])
      await expect(change.execute(fixture.db)).rejects.toThrow('never changed')
  })
})

function actionsOf(entries: readonly Pick<AuditEntry, 'action'>[]): string[] {
  return entries.map(({ action }) => action)
}

async function workFor({ server }: PeopleFixture, { client }: Someone, companyId: string) {
  const { token } = await client.auth.actAs({ body: { company_id: companyId } })
  return server.client(token)
}

function days(count: number): number {
  return count * 24 * 60 * 60 * 1_000
}

/** Inserts a profile change at the time of the oldest entry, and an entry at the current time. */
async function insertEntry({ db, clock }: PeopleFixture, { id }: Someone, entry: string) {
  await sql`insert into audit_entries (id, at, action, user_id, subject, address)
    values (${entry}, ${clock.now()}, 'test.later', ${id}, '', '10.0.0.1')`.execute(db)
  await sql`insert into audit_entries (id, at, action, user_id, subject, user_agent)
    select 'aud_00000000000000000000000001', min(at), 'accounts.updateProfile', ${id}, '', 'a browser'
    from audit_entries`.execute(db)
}

async function withOrigin({ db }: PeopleFixture): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select action from audit_entries
    where address is not null or user_agent is not null`.execute(db)
  return actionsOf(rows)
}
