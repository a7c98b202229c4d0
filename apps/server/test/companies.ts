import { createTestClock, type TestClock } from '@gridloom/async/test-clock'
import type { Company } from '@gridloom/contract/companies/company'
import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { signIn } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { checkLedger } from '../src/features/ledger/index.ts'
import { giveCredit } from './credit.ts'

type Client = ReturnType<TestServer['client']>

/** A signed-in user, verified and past the access code. */
export interface Somebody {
  id: AccountId
  email: string
  username: string
  token: string
  client: Client
}

const passwordOfTests = 'a password of company tests'

/**
 * A server over real HTTP with users who have 5 dollars that may be moved to companies, and ways to create these.
 * Dispose with `await using`.
 */
export async function withCompanies() {
  const clock: TestClock = createTestClock('2026-11-21T10:00:00.000Z')
  const server = await startServer({ clock })
  const { system } = server.container
  await sql`update operator_settings set starting_credit_micro_usd = 0`.execute(server.container.db)
  let named = 0

  async function somebody(name = 'person'): Promise<Somebody> {
    named += 1
    const email = `${name}-${named}@example.com`
    const token = await openAccount(server, { email, password: passwordOfTests, access: true })
    const client = server.client(token)
    const { account_id: id, username } = await client.accounts.details()
    await system.transact((tx) => giveCredit(system, tx, { accountId: id, microUsd: 5_000_000 }))
    return { id, email, username, token, client }
  }

  async function join(company: Company, by: Somebody, who: Somebody, role: CompanyRole) {
    const invited = await by.client.companies.invite({
      params: { id: company.id },
      body: { email: who.email, role },
    })
    await who.client.companies.acceptInvitation({ params: { id: invited.id } })
  }

  return {
    clock,
    server,
    db: server.container.db,
    somebody,
    join,
    /** A company with one member of each role, and a user outside it. */
    async company() {
      const [owner, admin, member, stranger] = await Promise.all(
        ['owner', 'admin', 'member', 'stranger'].map(somebody),
      )
      if (!owner || !admin || !member || !stranger) throw new RangeError('four were asked for')
      const company = await owner.client.companies.create({ body: { name: 'Acme' } })
      await join(company, owner, admin, 'admin')
      await join(company, owner, member, 'member')
      const params = { id: company.id }
      return { id: company.id, params, company, owner, admin, member, stranger }
    },
    /** Switches a user's session to a company, or to the personal account; returns the same user with the new token. */
    async actAs(who: Somebody, companyId: AccountId | null): Promise<Somebody> {
      const { token } = await who.client.auth.actAs({ body: { company_id: companyId } })
      return { ...who, token, client: server.client(token) }
    },
    /** The same user in another browser. */
    async again(who: Somebody): Promise<Somebody> {
      const token = await signIn(server, { email: who.email, password: passwordOfTests })
      return { ...who, token, client: server.client(token) }
    },
    proof: () => checkLedger(server.container.db),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
export type CompaniesFixture = Awaited<ReturnType<typeof withCompanies>>

/** Returns the error code of a call; `good` when it succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'good'
  } catch (error) {
    // The typed client's error; any other is a fault of the test.
    if (error instanceof Error && error.name === 'ApiError' && 'code' in error)
      return `${error.code}`
    throw error
  }
}
