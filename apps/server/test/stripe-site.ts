import { createTestClock } from '@gridloom/async/test-clock'
import type { AccountId } from '@gridloom/contract/core/ids'
import { openOperator } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import {
  type SignedEvent,
  standInStripeKeys,
  startStripeStandIn,
} from '@gridloom/testkit/stripe/stripe-stand-in'
import { sql } from 'kysely'
import { readCardsConfig } from '../src/cards-config.ts'
import { checkLedger } from '../src/features/ledger/index.ts'
import type { PayoutsCtx } from '../src/features/payouts/ctx.ts'
import { findWay } from '../src/features/payouts/find-source.ts'
import { placePayout } from '../src/features/payouts/requests/place-payout.ts'
import { priceNow } from '../src/features/payouts/requests/quote-payout.ts'
import { readPayoutConfig } from '../src/payout-config.ts'
import { anOperator, provider } from './payout-site.ts'

const centMicroUsd = 10_000

interface StripeOptions {
  policy?: object
  stripe?: object
}

/** A server that pays out by a stand-in of Stripe alone, with providers and operators; events arrive when a test delivers them. */
export async function startStripeSite({ policy = {}, stripe = {} }: StripeOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const clock = createTestClock()
  const standIn = opened.use(await startStripeStandIn({ clock }))
  const terms = {
    ...{ country: 'US', countries: ['US', 'DE'], feeUsd: 0.25, feePercent: 0.25, minimumUsd: 5 },
    ...{ approveAboveUsd: 1_000, dailyCapUsd: 5_000, ...stripe },
  }
  const set = {
    STRIPE_SECRET_KEY: standInStripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: standInStripeKeys.webhookSecret,
    STRIPE_API_URL: standIn.url,
    STRIPE_CONNECT_WEBHOOK_SECRET: `${standInStripeKeys.connectSecret},${standInStripeKeys.transferSecret}`,
    PAYOUT_STRIPE: JSON.stringify(terms),
    PAYOUT_POLICY: JSON.stringify(policy),
  }
  const { config, problems } = readPayoutConfig(set, [])
  if (problems.length > 0) throw new Error(problems.join())
  const cards = readCardsConfig(set).config
  const server = opened.use(await startServer({ clock, config: { payouts: config, cards } }))
  const operator = server.client(await openOperator(server))
  const { db, system } = server.container
  // Named cast: the context of the process has what its features add, these adapters too.
  const ctx = { ...system, publicUrl: 'https://example.com' } as unknown as PayoutsCtx
  standIn.connect.topUp(10_000_000)

  const deliver = async ({
    body,
    signature,
  }: Pick<SignedEvent, 'body' | 'signature'>): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const options = { method: 'POST', headers, body }
    const response = await fetch(`${server.url}/api/payouts/stripe/webhook`, options)
    await response.arrayBuffer()
    return response.status
  }

  async function accountOf(id: AccountId): Promise<string> {
    const { rows } = await sql<{ stripe_id: string }>`
      select stripe_id from stripe_accounts where account_id = ${id} and removed_at is null`.execute(
      db,
    )
    return rows[0]?.stripe_id ?? ''
  }

  /** A user whose account at Stripe is ready and in effect, of whose earnings all but a tenth is payable. */
  async function payee(microUsd: number) {
    const one = await provider(server, microUsd)
    await one.client.payouts.openStripe({ body: { country: 'DE' } })
    const account = await accountOf(one.id)
    standIn.connect.onboard(account)
    clock.shiftWall(5_000)
    await one.client.payouts.stripeAccount()
    // Turning the clock by a day would run all work of that day.
    await sql`update stripe_accounts set effective_at = ${new Date(clock.now().getTime() - 1)}
      where stripe_id = ${account}`.execute(db)
    return { ...one, account }
  }

  /** Requests a payout as the user would who is signed in. */
  function place(accountId: AccountId, microUsd: number) {
    const way = findWay(ctx, { method: 'stripe' })
    return ctx.transact(async (tx) => {
      const price = await priceNow(way)
      return placePayout(ctx, tx, { accountId, way, microUsd, price, week: null })
    })
  }

  const transfers = () =>
    [...standIn.objects.values()].filter(({ object }) => object === 'transfer')
  const whole = opened.move()
  return {
    ...{ server, clock, operator, db, ctx, payee, place, deliver, accountOf, transfers },
    stripe: standIn,
    provider: (microUsd: number) => provider(server, microUsd),
    anOperator: () => anOperator(server),
    /** The ledger's sum is zero, and what left Stripe is what it says. */
    async isRight() {
      const proof = await checkLedger(db)
      if (!proof.clean || proof.sumMicroUsd !== 0) throw new Error(JSON.stringify(proof))
      const { rows } = await sql<{
        sum: number
      }>`select coalesce(sum(amount_micro_usd), 0)::bigint as sum
        from ledger_entries where ledger_account_id = 'platform_assets:card:stripe'`.execute(db)
      const left = (10_000_000 - standIn.connect.available()) * centMicroUsd
      if (rows[0]?.sum !== left) throw new Error(`ledger ${rows[0]?.sum}, Stripe ${left}`)
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

export type StripeSite = Awaited<ReturnType<typeof startStripeSite>>
