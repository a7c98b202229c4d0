import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { describe, expect, it } from 'vitest'
import { codeOf, withCompanies } from '../../../test/companies.ts'

describe('creating a company', () => {
  it('makes its creator the owner and gives it an empty account of its own', async () => {
    await using site = await withCompanies()
    const ada = await site.somebody('ada')
    const company = await ada.client.companies.create({ body: { name: '  Acme & Söhne ' } })
    expect(company).toMatchObject({ name: 'Acme & Söhne', role: 'owner', members: 1 })
    expect(company.id).not.toBe(ada.id)
    expect(await ada.client.companies.list()).toEqual([company])
    const overview = await ada.client.companies.read({ params: { id: company.id } })
    expect(overview).toMatchObject({
      balance: { available_micro_usd: 0, held_micro_usd: 0 },
      member_list: [{ account_id: ada.id, role: 'owner', spent_this_month_micro_usd: 0 }],
      invitations: [],
    })
  })

  it.each(['a', '   ', 'x'.repeat(81), 'two\nlines', 'a bell \u0007'])(
    'rejects the name %j',
    async (name) => {
      await using site = await withCompanies()
      const ada = await site.somebody('ada')
      expect(await codeOf(ada.client.companies.create({ body: { name } }))).toBe('invalid_input')
      expect(await ada.client.companies.list()).toEqual([])
    },
  )
})

describe('permissions by role', () => {
  it('renaming is allowed to owners and admins', async () => {
    await using site = await withCompanies()
    const { params, owner, admin, member } = await site.company()
    const rename = (name: string) => ({ params, body: { name } })
    expect(await codeOf(member.client.companies.rename(rename('Mine')))).toBe('forbidden')
    await admin.client.companies.rename(rename('By admin'))
    expect(await owner.client.companies.list()).toMatchObject([{ name: 'By admin', members: 3 }])
    await owner.client.companies.rename(rename('By owner'))
    expect(await member.client.companies.list()).toMatchObject([{ name: 'By owner' }])
  })

  it('owners change any role, admins switch between admin and member, members none', async () => {
    await using site = await withCompanies()
    const { id, owner, admin, member } = await site.company()
    const change = (by: typeof owner, of: typeof owner, role: CompanyRole) =>
      codeOf(
        by.client.companies.changeMember({ params: { id, account_id: of.id }, body: { role } }),
      )
    for (const role of CompanyRole.options)
      expect(await change(member, admin, role)).toBe('forbidden')
    expect(await change(admin, owner, 'member')).toBe('forbidden')
    expect(await change(admin, member, 'owner')).toBe('forbidden')
    expect(await change(admin, admin, 'owner')).toBe('forbidden')
    expect(await change(admin, member, 'admin')).toBe('good')
    expect(await change(owner, member, 'owner')).toBe('good')
    expect(await change(member, owner, 'member')).toBe('good')
    expect(await change(owner, admin, 'member')).toBe('forbidden')
  })

  it('owners remove anyone but the last owner, admins no owner, and members themselves', async () => {
    await using site = await withCompanies()
    const { id, owner, admin, member } = await site.company()
    const remove = (by: typeof owner, of: typeof owner) =>
      codeOf(by.client.companies.removeMember({ params: { id, account_id: of.id } }))
    expect(await remove(member, admin)).toBe('forbidden')
    expect(await remove(admin, owner)).toBe('forbidden')
    expect(await remove(owner, owner)).toBe('last_owner')
    expect(await remove(member, member)).toBe('good')
    expect(await remove(member, member)).toBe('not_found')
    expect(await remove(owner, admin)).toBe('good')
    expect(await owner.client.companies.list()).toMatchObject([{ members: 1 }])
  })

  it('members see the company without its invitations', async () => {
    await using site = await withCompanies()
    const { params, owner, admin, member } = await site.company()
    await owner.client.companies.invite({
      params,
      body: { email: 'new@example.com', role: 'member' },
    })
    const seen = await member.client.companies.read({ params })
    expect(seen.invitations).toEqual([])
    expect(seen.member_list.map(({ role }) => role)).toEqual(['owner', 'admin', 'member'])
    expect((await admin.client.companies.read({ params })).invitations).toHaveLength(1)
  })
})

describe('a caller outside the company', () => {
  it('gets not_found from every endpoint', async () => {
    await using site = await withCompanies()
    const { id, params, owner, stranger } = await site.company()
    const { companies, auth } = stranger.client
    const email = 'new@example.com'
    const { id: invitation_id } = await owner.client.companies.invite({
      params,
      body: { email, role: 'member' },
    })
    const member = { id, account_id: owner.id }
    const calls = {
      read: () => companies.read({ params }),
      rename: () => companies.rename({ params, body: { name: 'Mine' } }),
      close: () => companies.close({ params }),
      fund: () => companies.fund({ params, body: { micro_usd: 10_000, key: 'k' } }),
      spend: () => companies.spend({ params }),
      invite: () => companies.invite({ params, body: { email, role: 'member' } }),
      withdraw: () => companies.withdrawInvitation({ params: { id, invitation_id } }),
      accept: () => companies.acceptInvitation({ params: { id: invitation_id } }),
      decline: () => companies.declineInvitation({ params: { id: invitation_id } }),
      change: () => companies.changeMember({ params: member, body: { role: 'member' } }),
      remove: () => companies.removeMember({ params: member }),
      removeSelf: () => companies.removeMember({ params: { id, account_id: stranger.id } }),
      actAs: () => auth.actAs({ body: { company_id: id } }),
    }
    for (const [name, call] of Object.entries(calls))
      expect(`${name} ${await codeOf(call())}`).toBe(`${name} not_found`)
    expect(await companies.list()).toEqual([])
    expect(await companies.myInvitations()).toEqual([])
    expect(await owner.client.companies.list()).toMatchObject([{ name: 'Acme', members: 3 }])
  })

  it('gets unauthorized without a token', async () => {
    await using site = await withCompanies()
    const { id, params } = await site.company()
    const { companies, auth } = site.server.client()
    const calls = [
      () => companies.list(),
      () => companies.create({ body: { name: 'Mine' } }),
      () => companies.read({ params }),
      () => companies.spend({ params }),
      () => companies.myInvitations(),
      () => companies.removeMember({ params: { id, account_id: id } }),
      () => auth.actAs({ body: { company_id: id } }),
    ]
    for (const call of calls) expect(await codeOf(call())).toBe('unauthorized')
  })
})

describe('the last owner', () => {
  it('stays when all owners leave at once', async () => {
    await using site = await withCompanies()
    const { id, params, owner, admin, member } = await site.company()
    const owners = [owner, admin, member]
    for (const { id: account_id } of owners)
      await owner.client.companies.changeMember({
        params: { id, account_id },
        body: { role: 'owner' },
      })
    const codes = await Promise.all(
      owners.map((who) =>
        codeOf(who.client.companies.removeMember({ params: { id, account_id: who.id } })),
      ),
    )
    expect(codes.toSorted()).toEqual(['good', 'good', 'last_owner'])
    const left = owners[codes.indexOf('last_owner')]
    expect(await left?.client.companies.read({ params })).toMatchObject({
      member_list: [{ role: 'owner' }],
    })
  })

  it('stays when two owners demote each other at once', async () => {
    await using site = await withCompanies()
    const { id, owner, admin } = await site.company()
    const makeOwner = { params: { id, account_id: admin.id }, body: { role: 'owner' as const } }
    await owner.client.companies.changeMember(makeOwner)
    const demote = (by: typeof owner, of: typeof owner) =>
      codeOf(
        by.client.companies.changeMember({
          params: { id, account_id: of.id },
          body: { role: 'member' },
        }),
      )
    const codes = await Promise.all([demote(owner, admin), demote(admin, owner)])
    expect(codes.toSorted()).toEqual(['forbidden', 'good'])
  })

  it('cannot be demoted until there is another owner', async () => {
    await using site = await withCompanies()
    const { id, owner, admin } = await site.company()
    const change = (of: typeof owner, role: CompanyRole) =>
      codeOf(
        owner.client.companies.changeMember({ params: { id, account_id: of.id }, body: { role } }),
      )
    expect(await change(owner, 'admin')).toBe('last_owner')
    expect(await change(owner, 'owner')).toBe('good')
    expect(await change(admin, 'owner')).toBe('good')
    expect(await change(owner, 'admin')).toBe('good')
  })
})

it('actions are in the audit log under the company, with the user who did them', async () => {
  await using site = await withCompanies()
  const { id, params, owner, admin } = await site.company()
  await admin.client.companies.rename({ params, body: { name: 'Renamed' } })
  const rows = await site.db
    .selectFrom('audit_entries')
    .select(['action', 'account_id', 'user_id', 'subject'])
    .where('account_id', '=', id)
    .orderBy('action')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual([
    'companies.acceptInvitation',
    'companies.acceptInvitation',
    'companies.create',
    'companies.invite',
    'companies.invite',
    'companies.rename',
  ])
  expect(rows[2]).toMatchObject({ user_id: owner.id, subject: id })
  expect(rows.at(-1)).toMatchObject({ user_id: admin.id, subject: id })
})
