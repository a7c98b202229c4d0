import { invitationLifeS } from '@gridloom/contract/core/constants'
import { openAccount } from '@gridloom/testkit/open-account'
import { register } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'
import { codeOf, withCompanies } from '../../../test/companies.ts'
import { all } from '../../features.ts'
import { sweepAuth } from '../auth/sweep-auth.ts'
import { leaveCompanies } from './leave-companies.ts'

describe('an invitation', () => {
  it('is emailed with a button that leads to /company and contains no secret', async () => {
    await using site = await withCompanies()
    const { params, admin } = await site.company()
    const invited = await admin.client.companies.invite({
      params,
      body: { email: 'Grace@Example.com', role: 'member' },
    })
    const { container, inbox } = site.server
    const message = await inbox.message('grace@example.com', () => true)
    expect(message.to).toBe('Grace@Example.com')
    expect(message.subject).toBe(`${admin.username} invited you to join Acme`)
    expect(message.text).toContain(`${container.config.publicUrl}/company\n`)
    expect(message.text).not.toContain(invited.id)
    expect(invited).toMatchObject({ email: 'Grace@Example.com', invited_by: admin.username })
  })

  it('is shown to a user who verifies the address later, and can be accepted', async () => {
    await using site = await withCompanies()
    const { params, owner } = await site.company()
    await owner.client.companies.invite({
      params,
      body: { email: 'Grace@Example.com', role: 'admin' },
    })
    const token = await openAccount(site.server, { email: 'grace@example.com', access: false })
    const grace = site.server.client(token)
    const [waiting] = await grace.companies.myInvitations()
    expect(waiting).toMatchObject({ company_name: 'Acme', role: 'admin' })
    const joined = await grace.companies.acceptInvitation({ params: { id: waiting?.id ?? '' } })
    expect(joined).toMatchObject({ name: 'Acme', role: 'admin', members: 4 })
    expect(await grace.companies.myInvitations()).toEqual([])
    expect((await owner.client.companies.read({ params })).invitations).toEqual([])
  })

  it('cannot be seen or used by an account that only claims the address', async () => {
    await using site = await withCompanies()
    const { params, owner } = await site.company()
    const body = { email: 'grace@example.com', role: 'owner' as const }
    const { id } = await owner.client.companies.invite({ params, body })
    const claimer = site.server.client(await register(site.server, { email: 'grace@example.com' }))
    expect(await claimer.companies.myInvitations()).toEqual([])
    const one = { params: { id } }
    expect(await codeOf(claimer.companies.acceptInvitation(one))).toBe('email_unverified')
    expect(await codeOf(claimer.companies.declineInvitation(one))).toBe('email_unverified')
    expect(await codeOf(claimer.companies.create({ body: { name: 'Mine' } }))).not.toBe('good')
  })

  it('is accepted once, also in concurrent requests', async () => {
    await using site = await withCompanies()
    const { params, owner, stranger } = await site.company()
    const body = { email: stranger.email, role: 'member' as const }
    const { id } = await owner.client.companies.invite({ params, body })
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        codeOf(stranger.client.companies.acceptInvitation({ params: { id } })),
      ),
    )
    expect(codes.toSorted()).toEqual(['good', ...Array(7).fill('not_found')])
    expect(await owner.client.companies.list()).toMatchObject([{ members: 4 }])
  })

  it('is replaced by the next one to the same address, whatever its case', async () => {
    await using site = await withCompanies()
    const { params, owner, stranger } = await site.company()
    const first = await owner.client.companies.invite({
      params,
      body: { email: stranger.email, role: 'member' },
    })
    await owner.client.companies.invite({
      params,
      body: { email: stranger.email.toUpperCase(), role: 'admin' },
    })
    const { client } = stranger
    const waiting = await client.companies.myInvitations()
    expect(waiting.map(({ role }) => role)).toEqual(['admin'])
    const one = { params: { id: first.id } }
    expect(await codeOf(client.companies.acceptInvitation(one))).toBe('not_found')
  })

  it('expires after 14 days and is deleted', async () => {
    await using site = await withCompanies()
    const { params, owner } = await site.company()
    const { id, expires_at } = await owner.client.companies.invite({
      params,
      body: { email: 'late@example.com', role: 'member' },
    })
    expect(Date.parse(expires_at)).toBe(site.clock.now().getTime() + invitationLifeS * 1_000)
    await site.clock.jump(invitationLifeS * 1_000)
    const late = await site.somebody('late')
    await sweepAuth(site.server.container.system)
    expect(await codeOf(late.client.companies.acceptInvitation({ params: { id } }))).toBe(
      'not_found',
    )
    const left = await site.db
      .withTables<{ company_invitations: { id: string } }>()
      .selectFrom('company_invitations')
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })

  it('can be withdrawn or declined, once', async () => {
    await using site = await withCompanies()
    const { id: companyId, params, owner, member, stranger } = await site.company()
    const body = { email: stranger.email, role: 'member' as const }
    const { id } = await owner.client.companies.invite({ params, body })
    const withdraw = { params: { id: companyId, invitation_id: id } }
    expect(await codeOf(member.client.companies.withdrawInvitation(withdraw))).toBe('forbidden')
    expect(await codeOf(owner.client.companies.withdrawInvitation(withdraw))).toBe('good')
    expect(await codeOf(owner.client.companies.withdrawInvitation(withdraw))).toBe('not_found')
    const again = await owner.client.companies.invite({ params, body })
    const one = { params: { id: again.id } }
    expect(await codeOf(stranger.client.companies.declineInvitation(one))).toBe('good')
    expect(await codeOf(stranger.client.companies.declineInvitation(one))).toBe('not_found')
    expect(await owner.client.companies.list()).toMatchObject([{ members: 3 }])
  })

  it('cannot be withdrawn through another company', async () => {
    await using site = await withCompanies()
    const { params, owner, stranger } = await site.company()
    const other = await stranger.client.companies.create({ body: { name: 'Other' } })
    const body = { email: 'new@example.com', role: 'member' as const }
    const { id: invitation_id } = await owner.client.companies.invite({ params, body })
    const through = { params: { id: other.id, invitation_id } }
    expect(await codeOf(stranger.client.companies.withdrawInvitation(through))).toBe('not_found')
  })
})

describe('inviting', () => {
  it('an owner, and replacing or withdrawing such an invitation, is allowed to owners only', async () => {
    await using site = await withCompanies()
    const { id, params, owner, admin, member } = await site.company()
    const email = 'new@example.com'
    const invite = (by: typeof owner, role: 'owner' | 'member') =>
      codeOf(by.client.companies.invite({ params, body: { email, role } }))
    expect(await invite(member, 'member')).toBe('forbidden')
    expect(await invite(admin, 'owner')).toBe('forbidden')
    expect(await invite(owner, 'owner')).toBe('good')
    expect(await invite(admin, 'member')).toBe('forbidden')
    const [waiting] = (await owner.client.companies.read({ params })).invitations
    const withdraw = { params: { id, invitation_id: waiting?.id ?? '' } }
    expect(await codeOf(admin.client.companies.withdrawInvitation(withdraw))).toBe('forbidden')
    expect(await invite(owner, 'member')).toBe('good')
  })

  it('a member is refused', async () => {
    await using site = await withCompanies()
    const { params, owner, member } = await site.company()
    const body = { email: member.email.toUpperCase(), role: 'admin' as const }
    expect(await codeOf(owner.client.companies.invite({ params, body }))).toBe('state_conflict')
  })

  it.each(['no address', 'a@b@c.de', 'x@example.com\r\nBcc: eve@example.com'])(
    'the address %j is rejected with the field',
    async (email) => {
      await using site = await withCompanies()
      const { params, owner } = await site.company()
      const body = { email, role: 'member' as const }
      expect(await codeOf(owner.client.companies.invite({ params, body }))).toBe('invalid_input')
    },
  )
})

describe('the limit of invitations', () => {
  it('allows five emails a day to one mailbox across companies; further ones wait without email', async () => {
    await using site = await withCompanies()
    const inbox = 'grace@example.com'
    const { owner, admin } = await site.company()
    for (let nth = 0; nth < 4; nth++)
      for (const { client } of [owner, admin]) {
        const { id } = await client.companies.create({ body: { name: `No ${nth}` } })
        await client.companies.invite({ params: { id }, body: { email: inbox, role: 'member' } })
      }
    const due = ['No 0', 'No 1', 'No 2'].flatMap((name) =>
      [owner, admin].map(({ username }) => `${username} invited you to join ${name}`),
    )
    for (const subject of due.slice(0, 5)) await site.server.inbox.message(inbox, by(subject))
    const grace = site.server.client(
      await openAccount(site.server, { email: inbox, access: false }),
    )
    expect(await grace.companies.myInvitations()).toHaveLength(8)
    const subjects = site.server.emails.map(({ subject }) => subject)
    expect(subjects.filter((subject) => / invited you to join No /.test(subject)).sort()).toEqual(
      due.slice(0, 5).sort(),
    )
  })

  it('allows fifty invitations a day per user', async () => {
    await using site = await withCompanies()
    const { params, owner } = await site.company()
    const invite = (email: string) =>
      codeOf(owner.client.companies.invite({ params, body: { email, role: 'member' } }))
    const before = 2
    for (let nth = before; nth < 50; nth++) expect(await invite(`p${nth}@example.com`)).toBe('good')
    expect(await invite('one-more@example.com')).toBe('too_many_requests')
    await site.clock.jump(24 * 60 * 60_000)
    const again = await site.again(owner)
    const body = { email: 'one-more@example.com', role: 'member' as const }
    expect(await codeOf(again.client.companies.invite({ params, body }))).toBe('good')
  }, 60_000)
})

describe('leaveCompanies', () => {
  it('ends all memberships of a user, or none if one company would lose its last owner', async () => {
    await using site = await withCompanies()
    const { company, owner, admin } = await site.company()
    const other = await admin.client.companies.create({ body: { name: 'Other' } })
    const { system } = site.server.container
    const leave = (who: typeof owner) =>
      system.transact((tx) => leaveCompanies(system, tx, who.id, all))
    await expect(leave(admin)).rejects.toMatchObject({ code: 'last_owner' })
    expect(await admin.client.companies.list()).toHaveLength(2)
    await site.join(other, admin, owner, 'owner')
    await leave(admin)
    expect(await admin.client.companies.list()).toEqual([])
    expect(await owner.client.companies.list()).toMatchObject([
      { id: company.id, members: 2 },
      { id: other.id, members: 1 },
    ])
  })
})

function by(subject: string) {
  return (message: { subject: string }) => message.subject === subject
}
