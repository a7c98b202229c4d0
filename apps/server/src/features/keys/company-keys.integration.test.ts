import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import { AccountId } from '@gridloom/contract/core/ids'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { revokeMemberKeys } from './revoke-company-key.ts'

const company = AccountId.parse('acc_0000000000000000000000c0c0')

describe('the keys of a company', () => {
  it('act for the company and show the user who created them', async () => {
    await using fixture = await setup()
    const owner = await fixture.member('owner')
    const { key, api_key } = await owner.make()
    const { active_company, account_id, username } = await fixture.server
      .client(key)
      .accounts.details()
    expect(active_company).toMatchObject({ company_id: company, role: 'owner' })
    expect([account_id, username]).toEqual([owner.id, api_key.created_by])
    expect(await owner.client.keys.apiKeys()).toEqual([])
  })

  it('are listed and revoked by owners and admins; members see and revoke their own', async () => {
    await using fixture = await setup()
    const [admin, member] = [await fixture.member('admin'), await fixture.member('member')]
    const { api_key: ofAdmin } = await admin.make()
    const { api_key: ofMember } = await member.make()
    expect(await admin.ids()).toEqual([ofMember.id, ofAdmin.id])
    expect(await member.ids()).toEqual([ofMember.id])
    await expect(member.revoke(ofAdmin.id)).rejects.toMatchObject({ code: 'forbidden' })
    await member.revoke(ofMember.id)
    await admin.revoke(ofAdmin.id)
    expect(await admin.ids()).toEqual([])
    await expect(admin.revoke(ofAdmin.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are refused once their creator has left, or the company is closed', async () => {
    await using fixture = await setup()
    const member = await fixture.member('member')
    const { key } = await member.make()
    const bearer = fixture.server.client(key)
    await bearer.accounts.details()
    await fixture.leave(member.id)
    await expect(bearer.accounts.details()).rejects.toMatchObject({ code: 'unauthorized' })
    const owner = await fixture.member('owner')
    const other = fixture.server.client((await owner.make()).key)
    await other.accounts.details()
    await fixture.close()
    await expect(other.accounts.details()).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('are all revoked for one member at once', async () => {
    await using fixture = await setup()
    const [owner, member] = [await fixture.member('owner'), await fixture.member('member')]
    const { api_key: kept } = await owner.make()
    await member.make()
    await member.make()
    const { container } = fixture.server
    await container.system.transact((tx) =>
      revokeMemberKeys(container, tx, { companyId: company, userId: member.id }),
    )
    expect(await owner.ids()).toEqual([kept.id])
  })

  it('are hidden from users outside the company, and not revocable as personal keys', async () => {
    await using fixture = await setup()
    const owner = await fixture.member('owner')
    const { api_key } = await owner.make()
    const token = await openAccount(fixture.server, { access: true })
    for (const [client, code] of [
      [fixture.server.client(token), 'not_found'],
      [fixture.server.client('made up'), 'unauthorized'],
    ] as const) {
      const params = { id: company }
      const { companies } = client
      await expect(companies.keys({ params })).rejects.toMatchObject({ code })
      await expect(companies.generateKey({ params, body: aKey })).rejects.toMatchObject({ code })
      const one = { params: { id: company, key_id: api_key.id } }
      await expect(companies.revokeKey(one)).rejects.toMatchObject({ code })
    }
    const own = { params: { id: api_key.id } }
    await expect(owner.client.keys.revokeApiKey(own)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

const aKey = { name: 'build machine', scopes: ['account:read' as const] }

async function setup() {
  const server: TestServer = await startServer()
  const { db } = server.container
  await sql`insert into companies (id, name, created_at) values (${company}, 'Acme', now())`.execute(
    db,
  )
  return {
    server,
    async member(role: CompanyRole) {
      const client = server.client(await openAccount(server, { access: true }))
      const { account_id: id } = await client.accounts.details()
      await sql`insert into company_members values (${company}, ${id}, ${role}, now())`.execute(db)
      const params = { id: company }
      return {
        client,
        id,
        make: () => client.companies.generateKey({ params, body: aKey }),
        ids: async () => (await client.companies.keys({ params })).map((key) => key.id),
        revoke: (key_id: string) => client.companies.revokeKey({ params: { ...params, key_id } }),
      }
    },
    async leave(id: AccountId) {
      await server.container.system.transact(async (tx) => {
        await sql`delete from company_members where account_id = ${id}`.execute(tx.db)
        await tx.publish({ topic: 'account', accountId: id, subject: id })
      })
    },
    async close() {
      await server.container.system.transact(async (tx) => {
        await sql`update companies set closed_at = now()`.execute(tx.db)
        await tx.publish({ topic: 'account', accountId: null, subject: '' })
      })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
