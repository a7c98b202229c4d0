import { createTestClock } from '@gridloom/async/test-clock'
import type { AccountId } from '@gridloom/contract/core/ids'
import { openOperator } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { readPayoutConfig } from '../src/payout-config.ts'
import { anOperator, provider } from './payout-site.ts'

const dayMs = 86_400_000
/** An account of which textbooks on IBANs make examples. */
export const anIban = 'GB29NWBK60161331926819'

interface BankOptions {
  policy?: object
  bank?: object
}

/** A server that pays out to bank accounts alone, with providers and operators. Dispose with `await using`. */
export async function startBankSite({ policy = {}, bank = {} }: BankOptions = {}) {
  const clock = createTestClock()
  const configured = {
    ...{ name: 'Example Operator', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' },
    ...{ feeUsd: 0.5, minimumUsd: 5, approveAboveUsd: 1_000, ...bank },
  }
  const set = { PAYOUT_BANK: JSON.stringify(configured), PAYOUT_POLICY: JSON.stringify(policy) }
  const { config, problems } = readPayoutConfig(set, [])
  if (problems.length > 0) throw new Error(problems.join())
  const server = await startServer({ clock, config: { payouts: config } })
  const operator = server.client(await openOperator(server))
  const { db, system } = server.container

  /** A user with a bank account in effect, of whose earnings all but a tenth is payable. */
  async function payee(microUsd: number) {
    const one = await provider(server, microUsd)
    await giveBankAccount(one.id)
    return one
  }

  async function giveBankAccount(id: AccountId): Promise<void> {
    const at = clock.now()
    await sql`insert into bank_accounts (id, account_id, iban, holder, requested_at, effective_at)
      values (${system.ids.mint('bankAccount')}, ${id}, ${anIban}, 'Zoë Lovelace',
        ${new Date(at.getTime() - dayMs)}, ${at})`.execute(db)
  }

  return {
    ...{ server, clock, operator, db, payee },
    provider: (microUsd: number) => provider(server, microUsd),
    anOperator: () => anOperator(server),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export type BankSite = Awaited<ReturnType<typeof startBankSite>>
