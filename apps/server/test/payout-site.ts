import { createTestClock } from '@gridloom/async/test-clock'
import type { AccountId, WalletId } from '@gridloom/contract/core/ids'
import { openAccount, openOperator } from '@gridloom/testkit/open-account'
import { startServer, type TestServer } from '@gridloom/testkit/server'
import { sql } from 'kysely'
import { captureUsage, placeHold } from '../src/features/ledger/index.ts'
import { readPayoutConfig } from '../src/payout-config.ts'
import { readWalletConfig } from '../src/wallet-config.ts'
import { anAccount, aUsage } from './ledger-fixture.ts'
import { payoutChain, startPayoutChain } from './payouts.ts'

type Client = ReturnType<TestServer['client']>

const address = `0x${'ab'.repeat(20)}`
const dayMs = 86_400_000

/** A server that pays out on a local chain, with providers and operators. Dispose with `await using`. */
export async function startPayoutSite({ policy = {} }: { policy?: object } = {}) {
  await using opened = new AsyncDisposableStack()
  const local = opened.use(await startPayoutChain(10n ** 12n))
  const set = { ...local.variables, PAYOUT_POLICY: JSON.stringify(policy) }
  const wallet = readWalletConfig(set).config
  const payouts = readPayoutConfig(set, [payoutChain]).config
  const clock = createTestClock()
  const server = opened.use(await startServer({ clock, config: { wallet, payouts } }))
  const operator = server.client(await openOperator(server))
  const open = opened.move()
  return {
    ...{ server, clock, local, operator },
    source: { method: 'wallet', chain_id: payoutChain, token: local.token } as const,
    provider: (microUsd: number) => provider(server, microUsd),
    anOperator: () => anOperator(server),
    earn: (id: AccountId, microUsd: number) => earn(server, id, microUsd),
    addressOf: (id: AccountId, walletId: WalletId) => putAddress(server, id, walletId),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A user with a payout address in effect, of whose earnings all but a tenth is payable. */
export async function provider(server: TestServer, microUsd: number) {
  const client = server.client(await openAccount(server, { access: true }))
  const { account_id: id } = await client.accounts.details()
  await putAddress(server, id, server.container.system.ids.mint('wallet'))
  await earn(server, id, microUsd)
  return { id, client }
}

/** A payout address of an account, in effect. */
async function putAddress(
  { container }: TestServer,
  id: AccountId,
  walletId: WalletId,
): Promise<void> {
  const { system, db } = container
  await sql`insert into payout_addresses (id, account_id, wallet_id, address, requested_at, effective_at)
    values (${system.ids.mint('payoutAddress')}, ${id}, ${walletId}, ${address},
      ${new Date(system.clock.now().getTime() - dayMs)}, ${system.clock.now()})`.execute(db)
}

/** Turning the clock by days would run all work of these days, so the earnings are made older. */
async function earn({ container }: TestServer, id: AccountId, microUsd: number): Promise<void> {
  const { system, db } = container
  const renter = await anAccount(system, microUsd)
  const instanceId = system.ids.mint('instance')
  const hold = { accountId: renter, purpose: instanceId, microUsd, key: 'order' }
  await system.transact((tx) => placeHold(system, tx, hold))
  const ledger = { context: system, aMachine: () => system.ids.mint('machine') }
  const usage = aUsage(ledger, { instanceId, providerAccountId: id, microUsd })
  await system.transact((tx) => captureUsage(system, tx, usage))
  await sql`update ledger_rollups set period = period - interval '9 days'
    where owner_account_id = ${id}`.execute(db)
}

export async function anOperator(server: TestServer) {
  const client = server.client(await openAccount(server, { access: true }))
  return becomeOperator(server, client)
}

/** Makes an account the operator's. Its present tokens say otherwise, so it gets another. */
export async function becomeOperator(server: TestServer, client: Client): Promise<Client> {
  const { account_id: id } = await client.accounts.details()
  await sql`update accounts set role = 'operator' where id = ${id}`.execute(server.container.db)
  return server.client((await client.auth.refresh()).token)
}

export type PayoutSite = Awaited<ReturnType<typeof startPayoutSite>>
