import { createTestClock } from '@gridloom/async/test-clock'
import { depositsOn } from '@gridloom/testkit/chain/deposit-contracts'
import { startChain } from '@gridloom/testkit/chain/start-chain'
import { openAccount, openOperator } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import { readDepositsConfig } from '../../deposits-config.ts'
import { readWalletConfig } from '../../wallet-config.ts'
import { watchChain } from './watch/watch-chain.ts'

describe('the calls of deposits', () => {
  it('give an address that stays, and show a deposit until it is in the balance', async () => {
    await using site = await setup()
    const { client, on, token } = site
    const [before] = await client.deposits.options()
    expect(before).toMatchObject({ status: 'ready', address: null, finality: 2 })
    const body = { chain_id: 31_337 }
    const made = await Promise.all([1, 2, 3].map(() => client.deposits.createAddress({ body })))
    expect(new Set(made.map(({ address }) => address)).size).toBe(1)
    await on.send(token, made[0]?.address ?? '', 25_000_000n)
    await site.turn()
    expect(await client.deposits.list()).toMatchObject([
      { state: 'seen', confirmations: 1, confirmations_needed: 2, token_symbol: 'USDC' },
    ])
    await on.mine(1)
    await site.turn()
    expect(await client.deposits.list()).toMatchObject([
      { state: 'credited', credited_micro_usd: 25_000_000 },
    ])
    expect(await client.ledger.balance()).toMatchObject({ available_micro_usd: 25_000_000 })
  })

  it('give no address while the contracts are not as configured', async () => {
    await using site = await setup({ treasury: `0x${'5'.repeat(40)}` })
    expect(await site.client.deposits.options()).toMatchObject([
      { status: 'unavailable', address: null },
    ])
    await expect(
      site.client.deposits.createAddress({ body: { chain_id: 31_337 } }),
    ).rejects.toMatchObject({ code: 'deposits_unavailable' })
    await expect(
      site.client.deposits.createAddress({ body: { chain_id: 1 } }),
    ).rejects.toMatchObject({ code: 'chain_unknown' })
    const { chains } = await site.operator.deposits.operatorList()
    expect(chains).toMatchObject([{ alarm: 'contracts_differ', scanned_height: null }])
    await expect(site.client.deposits.operatorList()).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('say that an endpoint is unreachable, since when, and keep the address', async () => {
    await using site = await setup()
    await site.client.deposits.createAddress({ body: { chain_id: 31_337 } })
    await site.stopChain()
    await site.turn()
    const [option] = await site.client.deposits.options()
    expect(option).toMatchObject({ status: 'unreachable', address: expect.any(String) })
    expect(option?.unreachable_since).toEqual(site.now())
    expect(await site.operator.deposits.operatorList()).toMatchObject({
      chains: [{ alarm: 'unreachable' }],
    })
  })

  it('are empty where none is configured', async () => {
    await using server = await startServer({})
    const token = await openAccount(server, { email: 'a@example.com', access: false })
    expect(await server.client(token).deposits.options()).toEqual([])
    expect(await server.client(token).deposits.list()).toEqual([])
  })
})

async function setup(changes: { treasury?: string } = {}) {
  await using built = new AsyncDisposableStack()
  const chain = await startChain(31_337)
  let isRunning = true
  const stopChain = async () => {
    if (isRunning) await chain[Symbol.asyncDispose]()
    isRunning = false
  }
  built.defer(stopChain)
  const on = depositsOn(chain)
  const forwarders = await on.deployForwarders()
  const token = await on.deployToken()
  const clock = createTestClock()
  const config = configFor(chain.url, { ...forwarders, ...changes }, token)
  const server = built.use(await startServer({ clock, config }))
  const [parts] = server.container.system.deposits.chains
  if (parts === undefined) throw new Error('no chain')
  const turn = () => watchChain(server.container.system, parts)
  await turn()
  const account = await openAccount(server, { email: 'a@example.com', access: false })
  const operator = await openOperator(server)
  const whole = built.move()
  return {
    ...{ on, forwarders, token, turn, stopChain, client: server.client(account) },
    operator: server.client(operator),
    now: () => clock.now().toISOString(),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

function configFor(rpcUrl: string, forwarders: object, token: string) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const { config: wallet } = readWalletConfig({
    CHAINS: JSON.stringify([{ id: 31_337, name: 'Local', nativeCurrency, rpcUrl }]),
  })
  const tokens = [{ address: token, symbol: 'USDC', decimals: 6 }]
  const chain = { chainId: 31_337, ...forwarders, confirmations: 2, tokens }
  const { config: deposits } = readDepositsConfig({ DEPOSITS: JSON.stringify([chain]) }, wallet)
  return { wallet, deposits }
}
