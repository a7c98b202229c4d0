import { ApiError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import { signIn, signUp } from '../../src/sign-up.ts'
import type { SeedTarget } from './seed-target.ts'

export interface Credentials {
  email: string
  password: string
}

/** The accounts that seeding creates beside the operator's. */
export const credentials = {
  renter: { email: 'renter@example.com', password: 'renter of development' },
  provider: { email: 'provider@example.com', password: 'provider of development' },
} as const satisfies Record<string, Credentials>

/** One signed-in client per role. */
export interface SeededAccounts {
  operator: Client
  renter: Client
  provider: Client
}

const creditMicroUsd = 250_000_000

/** Signs in to the three accounts and registers the missing ones; gives the renter credit, once. */
export async function openAccounts(target: SeedTarget): Promise<SeededAccounts> {
  const operator = target.client(await signIn(target))
  const renter = target.client(await signInOrUp(target, credentials.renter))
  const provider = target.client(await signInOrUp(target, credentials.provider))
  const { email } = credentials.renter
  const text = 'Credit for development'
  const body = { email, micro_usd: creditMicroUsd, key: 'development', text }
  await operator.ledger.credit({ body })
  return { operator, renter, provider }
}

/** Ends the sessions of seeding, so that none are left after each start. */
export async function closeAccounts(accounts: SeededAccounts): Promise<void> {
  await Promise.all(Object.values(accounts).map((client: Client) => client.auth.logout()))
}

async function signInOrUp(target: SeedTarget, account: Credentials): Promise<string> {
  try {
    return await signIn(target, account)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'credentials_wrong')) throw error
    return signUp(target, { ...account, access: true })
  }
}
