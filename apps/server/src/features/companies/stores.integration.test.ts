import { type AccountId, InvitationId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addAddressee, addCompany } from '../../../test/mailed.ts'
import {
  countInvitations,
  deleteSpentInvitations,
  findHolder,
  findInvitation,
  findInvitationTo,
  putInvitation,
  selectInvitations,
  takeInvitation,
} from './invitations-store.ts'
import {
  countMembers,
  findMembership,
  insertMember,
  isMember,
  selectCompanyIds,
  selectMembers,
} from './memberships-store.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(start + ms)

it('finds an invitation until it expires, and deletes it from then on', async () => {
  await using site = await setup()
  const id = await site.invite('eve@example.com', 10)
  const to = { companyId: site.company, emailKey: 'eve@example.com' }
  for (const [ms, there] of [
    [9, true],
    [10, false],
  ] as const) {
    const found = await findInvitation(site.db, id, at(ms))
    expect(found !== undefined).toBe(there)
    await site.ctx().transact(async (tx) => {
      expect((await findInvitationTo(tx, to, at(ms))) !== undefined).toBe(there)
      expect(await countInvitations(tx, site.company, at(ms))).toBe(there ? 1 : 0)
    })
  }
  expect(await site.ctx().transact((tx) => deleteSpentInvitations(tx, at(9)))).toBe(0)
  expect(await site.ctx().transact((tx) => deleteSpentInvitations(tx, at(10)))).toBe(1)
})

it('replaces an earlier invitation to the same address and invalidates its id', async () => {
  await using site = await setup()
  const earlier = await site.invite('eve@example.com', 10)
  const later = await site.invite('eve@example.com', 20)
  expect(await findInvitation(site.db, earlier, at(0))).toBeUndefined()
  expect(await findInvitation(site.db, later, at(15))).toMatchObject({ id: later })
})

it('lets one of several concurrent callers take an invitation', async () => {
  await using site = await setup()
  const id = await site.invite('eve@example.com', 10)
  const take = () => site.ctx().transact((tx) => takeInvitation(tx, id))
  const taken = await Promise.all([take(), take(), take(), take()])
  expect(taken.toSorted()).toEqual(['gone', 'gone', 'gone', 'taken'])
})

it('lists the pending invitations of an address and of a company, and none of a closed company', async () => {
  await using site = await setup()
  const first = await site.invite('eve@example.com', 10)
  await site.invite('bob@example.com', 10)
  const listed = async () =>
    (await selectInvitations(site.db, { emailKey: 'eve@example.com' }, at(5))).map(({ id }) => id)
  expect(await listed()).toEqual([first])
  expect(await selectInvitations(site.db, { companyId: site.company }, at(5))).toHaveLength(2)
  await sql`update companies set closed_at = now()`.execute(site.db)
  expect(await listed()).toEqual([])
})

it("shows no inviter if the inviter's account does not exist", async () => {
  await using site = await setup()
  await site.invite('eve@example.com', 10)
  const [shown] = await selectInvitations(site.db, { companyId: site.company }, at(5))
  expect(shown).toMatchObject({ invited_by: '', company_name: 'Acme', email: 'eve@example.com' })
})

it('finds the holder of an address only if it is verified and the account is open', async () => {
  await using site = await setup()
  const ada = await site.person('ada')
  await site.person('eve', 'no')
  const holder = (email: string) => site.ctx().transact((tx) => findHolder(tx, email))
  expect(await holder('ada@example.com')).toBe(ada)
  expect(await holder('eve@example.com')).toBeUndefined()
  await sql`update accounts set closed_at = now()`.execute(site.db)
  expect(await holder('ada@example.com')).toBeUndefined()
})

it('adds a member once and keeps the role of an existing member', async () => {
  await using site = await setup()
  const ada = await site.person('ada')
  const join = (role: 'owner' | 'member') =>
    site
      .ctx()
      .transact((tx) =>
        insertMember(tx, { companyId: site.company, userId: ada, role, joinedAt: at(0) }),
      )
  expect([await join('member'), await join('owner')]).toEqual(['joined', 'was'])
  expect(await findMembership(site.db, site.company, ada)).toMatchObject({ role: 'member' })
})

it('counts members and owners, and none in an empty company', async () => {
  await using site = await setup()
  const count = () => site.ctx().transact((tx) => countMembers(tx, site.company))
  expect(await count()).toEqual({ members: 0, owners: 0 })
  for (const [name, role] of crew) await site.member(name, role)
  expect(await count()).toEqual({ members: 4, owners: 2 })
})

it('lists owners first, then admins, then members, each by the time they joined', async () => {
  await using site = await setup()
  for (const [name, role] of crew) await site.member(name, role)
  const emails = (await selectMembers(site.db, site.company)).map(({ email }) => email)
  expect(emails).toEqual(['bob', 'dan', 'cyd', 'ada'].map((name) => `${name}@example.com`))
})

it('identifies a member by a verified address only', async () => {
  await using site = await setup()
  await site.member('ada', 'member')
  const known = (email: string) => site.ctx().transact((tx) => isMember(tx, site.company, email))
  expect([await known('ada@example.com'), await known('eve@example.com')]).toEqual([true, false])
  await sql`update accounts set email_verified_at = null`.execute(site.db)
  expect(await known('ada@example.com')).toBe(false)
})

it('returns neither memberships nor companies once a company is closed', async () => {
  await using site = await setup()
  const ada = await site.member('ada', 'owner')
  const companies = () => site.ctx().transact((tx) => selectCompanyIds(tx, ada))
  expect(await companies()).toEqual([site.company])
  await sql`update companies set closed_at = now()`.execute(site.db)
  expect(await companies()).toEqual([])
  expect(await findMembership(site.db, site.company, ada)).toBeUndefined()
})

/** In the order in which they join. */
const crew = [
  ['ada', 'member'],
  ['bob', 'owner'],
  ['cyd', 'admin'],
  ['dan', 'owner'],
] as const

async function setup() {
  const fixture = await withDatabase()
  const { ids } = fixture.ctx()
  const company: AccountId = ids.mint('account')
  await addCompany(fixture.db, { id: company, members: [] })
  const stranger = ids.mint('account')
  let made = 0
  const person = async (name: string, verified: 'yes' | 'no' = 'yes'): Promise<AccountId> => {
    const id = ids.mint('account')
    const unverified = verified === 'no' ? { verified } : {}
    await addAddressee(fixture.db, { id, email: `${name}@example.com`, ...unverified })
    return id
  }
  return {
    ...fixture,
    company,
    person,
    /** Invites the holder of an address; the invitation expires the given number of milliseconds after the start. */
    async invite(email: string, untilMs: number): Promise<InvitationId> {
      made += 1
      const id = InvitationId.parse(`inv_${String(made).padStart(26, '0')}`)
      const to = { id, companyId: company, email, emailKey: email, role: 'member' as const }
      const by = { invitedBy: stranger, createdAt: at(0), expiresAt: at(untilMs) }
      await fixture.ctx().transact((tx) => putInvitation(tx, { ...to, ...by }))
      return id
    },
    /** Adds a member. Each joins a millisecond after the one before. */
    async member(name: string, role: 'owner' | 'admin' | 'member'): Promise<AccountId> {
      made += 1
      const userId = await person(name)
      const member = { companyId: company, userId, role, joinedAt: at(made) }
      await fixture.ctx().transact((tx) => insertMember(tx, member))
      return userId
    },
  }
}
