import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { type AccountId, type InvitationId, SessionId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { anActor } from '@gridloom/testkit/actor'
import { type DatabaseFixture, withDatabase } from '@gridloom/testkit/database'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { giveCredit } from '../../../test/credit.ts'
import { allFeatures } from '../../platform/all-features.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { actAs } from '../auth/act-as.ts'
import { authFeature, findActiveAccount } from '../auth/index.ts'
import { startSession } from '../auth/start-session.ts'
import { keysFeature } from '../keys/index.ts'
import { checkLedger, openLedgerAccount } from '../ledger/index.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changeMember } from './change-member.ts'
import { closeCompany } from './close-company.ts'
import { companyQuota } from './company-quota.ts'
import { createCompany } from './create-company.ts'
import { fundCompany } from './fund-company.ts'
import { inviteMember } from './invite-member.ts'
import { leaveCompanies } from './leave-companies.ts'
import { findMembership } from './memberships-store.ts'
import { listMyInvitations } from './my-invitations.ts'
import { removeMember } from './remove-member.ts'

const people = 7
const operationCount = 3_000

it('random concurrent operations keep an owner per company, the money, and sessions to members only', {
  timeout: 120_000,
}, async () => {
  await using fixture = await withDatabase()
  const world = await aWorld(fixture)
  const operations = fc.sample(anyOperation, { numRuns: operationCount, seed: 20_261_121 })
  const outcomes = await runAll(world, operations)

  expect(outcomes.unexpected).toEqual([])
  for (const verb of verbs) expect(outcomes.done.get(verb) ?? 0, verb).toBeGreaterThan(3)
  expect(outcomes.refused).toContain('last_owner')
  expect(outcomes.refused).toContain('forbidden')
  expect(await companiesWithoutOwner(fixture)).toEqual([])
  expect(await remainsOfClosed(fixture)).toEqual({ members: 0, invitations: 0, micro_usd: 0 })
  await expectNobodyOutsideActs(world)
  expect(await checkLedger(fixture.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  expect(await everything(fixture)).toBe(people * startMicroUsd)
})

const startMicroUsd = 1_000_000
const verbs = [
  'create',
  'invite',
  'accept',
  'change',
  'remove',
  'act',
  'fund',
  'close',
  'leave',
] as const

const anyOperation = fc.record({
  verb: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('create', 'close', 'leave') },
    {
      weight: 16,
      arbitrary: fc.constantFrom('invite', 'invite', 'accept', 'change', 'remove', 'act', 'fund'),
    },
  ),
  person: fc.nat(people - 1),
  other: fc.nat(people - 1),
  company: fc.nat(),
  role: fc.constantFrom(...CompanyRole.options),
  microUsd: fc.integer({ min: 10_000, max: 300_000 }),
  key: fc.nat(20),
})
type Operation = typeof anyOperation extends fc.Arbitrary<infer One> ? One : never

interface Someone {
  id: AccountId
  email: string
  ctx: Ctx
}

interface World {
  fixture: DatabaseFixture
  people: Someone[]
  companies: AccountId[]
  sessions: { sessionId: SessionId; who: Someone }[]
}

async function aWorld(fixture: DatabaseFixture): Promise<World> {
  const system = fixture.ctx()
  const made = Array.from({ length: people }, async (_, n): Promise<Someone> => {
    const id = system.ids.mint('account')
    const email = `p${n}@example.com`
    const now = system.clock.now()
    await system.transact(async (tx) => {
      await sql`insert into accounts (id, email, email_key, username, role, created_at,
          email_verified_at, access_granted_at)
        values (${id}, ${email}, ${email}, ${`p${n}`}, 'user', ${now}, ${now}, ${now})`.execute(
        tx.db,
      )
      await openLedgerAccount(tx, id)
      await giveCredit(system, tx, { accountId: id, microUsd: startMicroUsd })
    })
    return { id, email, ctx: fixture.ctx(anActor(id)) }
  })
  return { fixture, people: await Promise.all(made), companies: [], sessions: [] }
}

/** Eight workers take operations from one queue until it is empty. */
async function runAll(world: World, operations: readonly Operation[]) {
  const outcomes = {
    done: new Map<string, number>(),
    refused: new Set<string>(),
    unexpected: [] as unknown[],
  }
  const queue = operations.values()
  const worker = async () => {
    for (const operation of queue) {
      try {
        await perform(world, operation)
        outcomes.done.set(operation.verb, (outcomes.done.get(operation.verb) ?? 0) + 1)
      } catch (error) {
        if (error instanceof Refused && error.status < 500) outcomes.refused.add(error.code)
        else outcomes.unexpected.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return outcomes
}

async function perform(world: World, operation: Operation): Promise<unknown> {
  const { person, other } = peopleOf(world, operation)
  const { ctx } = person
  const { role, microUsd, key } = operation
  if (operation.verb === 'create' || world.companies.length === 0) {
    const { id } = await createCompany(ctx, { name: `Company ${world.companies.length}` })
    return world.companies.push(id)
  }
  const companyId =
    world.companies.at(-1 - (operation.company % Math.min(3, world.companies.length))) ?? person.id
  switch (operation.verb) {
    case 'invite':
      return inviteMember({ ...ctx, publicUrl: 'http://gridloom.test' }, companyId, {
        email: other.email,
        role,
      })
    case 'accept':
      return acceptAny(ctx)
    case 'change':
      return changeMember(ctx, { companyId, userId: other.id, role }, ports)
    case 'remove':
      return removeMember(ctx, { companyId, userId: other.id }, ports)
    case 'act':
      return act(world, person, companyId)
    case 'fund':
      return fundCompany(ctx, { companyId, microUsd, key: `${key}` }, ports)
    case 'close':
      return closeCompany(ctx, companyId, ports)
    default:
      return ctx.transact((tx) => leaveCompanies(ctx, tx, person.id, ports))
  }
}

const ports = { ...allFeatures([keysFeature, authFeature]), quotas: [companyQuota] }

function peopleOf(world: World, { person, other }: Operation) {
  const [one, another] = [world.people[person], world.people[other]]
  if (one === undefined || another === undefined) throw new RangeError('no such person')
  return { person: one, other: another }
}

async function acceptAny(ctx: Ctx): Promise<unknown> {
  const [waiting] = await listMyInvitations(ctx)
  const none: InvitationId = ctx.ids.mint('invitation')
  return acceptInvitation(ctx, waiting?.id ?? none, ports)
}

/** Signs in and switches the new session to a company; the session is recorded for the final check. */
async function act(world: World, who: Someone, companyId: AccountId): Promise<unknown> {
  const { ctx } = who
  const sessionIds: SessionId[] = []
  const ids: Ctx['ids'] = {
    ...ctx.ids,
    mint: (kind) => {
      const id = ctx.ids.mint(kind)
      if (kind === 'session') sessionIds.push(SessionId.parse(id))
      return id
    },
  }
  const origin = { address: '127.0.0.1', userAgent: 'test' }
  const token = await ctx.transact((tx) =>
    startSession({ ...ctx, ids }, tx, { accountId: who.id, origin, by: 'password' }),
  )
  const [sessionId] = sessionIds
  if (sessionId === undefined) throw new RangeError('no session began')
  world.sessions.push({ sessionId, who })
  const via = { kind: 'session', sessionId, purpose: 'sign_in' } as const
  const acting = { ...ctx, actor: anActor(who.id, { via }) }
  return actAs(acting, { companyId, token })
}

/** Each session acts for its user, or for a company that the user is a member of. */
async function expectNobodyOutsideActs({ fixture, sessions }: World): Promise<void> {
  let acting = 0
  for (const { sessionId, who } of sessions) {
    const via = { kind: 'session', sessionId, purpose: 'sign_in' } as const
    const accountId = await findActiveAccount(fixture.ctx(anActor(who.id, { via })))
    if (accountId === who.id || accountId === undefined) continue
    acting += 1
    expect(await findMembership(fixture.db, accountId, who.id)).toBeDefined()
  }
  expect(acting).toBeGreaterThan(0)
}

async function companiesWithoutOwner({ db }: DatabaseFixture): Promise<unknown[]> {
  const { rows } = await sql`select id from companies where closed_at is null and not exists (
    select from company_members where company_id = companies.id and role = 'owner')`.execute(db)
  return rows
}

async function remainsOfClosed({ db }: DatabaseFixture): Promise<unknown> {
  const { rows } = await sql`with closed as (select id from companies where closed_at is not null)
    select
      (select count(*) from company_members where company_id in (select id from closed)) as members,
      (select count(*) from company_invitations where company_id in (select id from closed)) as invitations,
      (select coalesce(sum(balance_micro_usd), 0)::bigint from ledger_accounts
        where owner_account_id in (select id from closed)) as micro_usd`.execute(db)
  return rows[0]
}

async function everything({ db }: DatabaseFixture): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select sum(balance_micro_usd)::bigint as sum from ledger_accounts`.execute(db)
  return rows[0]?.sum ?? 0
}
