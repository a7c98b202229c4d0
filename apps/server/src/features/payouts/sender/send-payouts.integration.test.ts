import type { PayoutState } from '@gridloom/contract/payouts/payout'
import { chainAccounts } from '@gridloom/testkit/chain/start-chain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createKiller, Killed } from '../../../../test/killer.ts'
import { type PayoutsFixture, withPayouts } from '../../../../test/payouts.ts'
import { type ChainRpc, RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import { checkLedger } from '../../ledger/index.ts'
import { sendPayouts } from './send-payouts.ts'

const weekMs = 9 * 86_400_000
const [deployer, sender] = chainAccounts

describe('payouts', () => {
  it('are sent, and confirmed when they are deep enough in the chain', async () => {
    await using site = await withPayouts()
    const { id, address } = await site.provider(5_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all', 1_000)
    await sendPayouts(site.ctx)
    expect(await statesOf(site)).toEqual(['broadcast'])
    await sendPayouts(site.ctx)
    expect(await statesOf(site)).toEqual(['broadcast'])
    await site.mine()
    await sendPayouts(site.ctx)
    expect(await statesOf(site)).toEqual(['confirmed'])
    expect(await site.local.balanceOf(address)).toBe(4_499_000n)
    await isRight(site)
  })

  it('are made once when two replicas send at once', async () => {
    await using site = await withPayouts()
    const providers = await Promise.all([1, 2, 3].map(() => site.provider(1_000_000)))
    await site.clock.advance(weekMs)
    for (const { id } of providers) await site.request(id, 'all')
    await Promise.all([1, 2, 3].map(() => sendPayouts(site.ctx)))
    await untilEnded(site)
    for (const { address } of providers) expect(await site.local.balanceOf(address)).toBe(899_000n)
    await isRight(site)
  })

  it('wait while they are not covered, and say so', async () => {
    await using site = await withPayouts({ held: 800_000n })
    const { id, address } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all')
    await sendPayouts(site.ctx)
    expect(await statesOf(site)).toEqual(['approved'])
    expect(await waitsOf(site)).toEqual({ [site.source.token]: 'not_covered' })
    await site.local.chain.sendToken(tokenOf(site), sender.address, 100_000n)
    await untilEnded(site)
    expect(await site.local.balanceOf(address)).toBe(899_000n)
  })

  it('wait while gas is above the cap, and say so', async () => {
    await using site = await withPayouts()
    const { id } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all')
    await site.local.chain.rpc('anvil_setNextBlockBaseFeePerGas', [
      `0x${(200n * 10n ** 9n).toString(16)}`,
    ])
    await site.mine(1)
    await sendPayouts(site.ctx)
    expect(await waitsOf(site)).toEqual({ [site.source.token]: 'gas_price' })
    await site.local.chain.rpc('anvil_setNextBlockBaseFeePerGas', ['0x1'])
    await site.mine(1)
    await untilEnded(site)
    expect(await waitsOf(site)).toEqual({})
  })

  it('that are stuck are replaced with the same nonce, and paid once', async () => {
    await using site = await withPayouts()
    const { id, address } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all')
    await site.local.chain.rpc('evm_setAutomine', [false])
    await sendPayouts(site.ctx)
    await site.clock.advance(181_000)
    await sendPayouts(site.ctx)
    const { rows } = await sql<{ attempts: number; nonces: number }>`
      select count(*) as attempts, (select count(distinct nonce) from payouts) as nonces
      from payout_transactions`.execute(site.db)
    expect(rows).toEqual([{ attempts: 2, nonces: 1 }])
    await untilEnded(site)
    expect(await site.local.balanceOf(address)).toBe(899_000n)
    await isRight(site)
  })

  it('wait, and are not replaced, while the chain has no new blocks', async () => {
    await using site = await withPayouts()
    const { id, address } = await site.provider(2_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 1_000_000)
    await site.local.chain.rpc('evm_setAutomine', [false])
    await sendPayouts(site.ctx)
    await site.clock.advance(301_000)
    await site.request(id, 'all')
    await sendPayouts(site.ctx)
    expect(await waitsOf(site)).toEqual({ [site.source.token]: 'chain_stalled' })
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from payout_transactions`.execute(site.db)
    expect(rows).toEqual([{ n: 1 }])
    await site.local.chain.rpc('evm_setAutomine', [true])
    await untilEnded(site)
    expect(await site.local.balanceOf(address)).toBeGreaterThan(1_500_000n)
    await isRight(site)
  })

  it('that left the chain with their block are sent again', async () => {
    await using site = await withPayouts()
    const { id, address } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all')
    await sendPayouts(site.ctx)
    await site.local.chain.rpc('anvil_reorg', [1, []])
    expect(await site.local.balanceOf(address)).toBe(0n)
    await untilEnded(site)
    expect(await site.local.balanceOf(address)).toBe(899_000n)
    await isRight(site)
  })

  it('that the token refuses fail with a reason, and the money returns', async () => {
    await using site = await withPayouts({ wrap: refusesTransfers })
    const { id } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all')
    await sendPayouts(site.ctx)
    expect(await statesOf(site)).toEqual(['failed'])
    expect(await site.request(id, 'all')).not.toBeNull()
    await isRight(site)
  })

  it('that fail in a block return the money', async () => {
    await using site = await withPayouts()
    const { id } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all')
    await site.local.chain.rpc('evm_setAutomine', [false])
    await sendPayouts(site.ctx)
    // The contract is broken after the transfer was tried and sent.
    await site.local.chain.rpc('anvil_setCode', [site.source.token, '0x60006000fd'])
    await untilEnded(site, ['failed'])
    expect(await statesOf(site)).toEqual(['failed'])
    await isLedgerRight(site)
  })

  it('stop where another program used the nonce, and pay nothing twice', async () => {
    await using site = await withPayouts({ wrap: losesSent })
    const { id, address } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    await site.request(id, 'all')
    await sendPayouts(site.ctx)
    const foreign = await sender.signTransaction({
      ...{
        type: 'eip1559',
        chainId: site.source.chainId,
        nonce: 0,
        to: deployer.address,
        gas: 21_000n,
      },
      ...{ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n },
    })
    await site.local.chain.rpc('eth_sendRawTransaction', [foreign])
    await site.mine()
    await sendPayouts(site.ctx)
    expect(await waitsOf(site)).toEqual({ [site.source.token]: 'nonce_used' })
    expect(await site.local.balanceOf(address)).toBe(0n)
    await isRight(site)
  })

  it('are paid once whatever a killed process had done, 200 times', async () => {
    const killer = createKiller()
    await using site = await withPayouts({ wrap: killer.rpc })
    const providers = []
    for (let count = 0; count < 40; count++) providers.push(await site.provider(1_000_000))
    await site.clock.advance(weekMs)
    const ctx = killer.ctx(site.ctx)
    let kills = 0
    let next = 0
    while (kills < 200) {
      const due = providers[next]
      if (due !== undefined && killer.chance(0.3)) {
        await site.request(due.id, 'all')
        next += 1
      }
      await site.local.chain.rpc('evm_setAutomine', [killer.chance(0.5)])
      killer.arm()
      try {
        await sendPayouts(ctx)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        kills += 1
      }
      killer.disarm()
      if (killer.chance(0.5)) await site.mine(1)
      // The claim of a dead replica ends after a minute.
      await site.clock.advance(61_000)
    }
    for (const { id } of providers.slice(next)) await site.request(id, 'all')
    await untilEnded(site)
    for (const { address } of providers) expect(await site.local.balanceOf(address)).toBe(899_000n)
    expect(new Set(await statesOf(site))).toEqual(new Set(['confirmed']))
    await isRight(site)
  }, 300_000)
})

/** A chain whose token refuses every transfer, as while it is paused. */
function refusesTransfers(rpc: ChainRpc): ChainRpc {
  return {
    chain: rpc.chain,
    request: (method, params) => {
      if (method === 'eth_call' && JSON.stringify(params).includes('0xa9059cbb'))
        throw new RpcRefused(3, 'execution reverted: paused')
      return rpc.request(method, params)
    },
  }
}

/** A node that takes transactions and forgets them. */
function losesSent(rpc: ChainRpc): ChainRpc {
  return {
    chain: rpc.chain,
    request: async (method, params) =>
      method === 'eth_sendRawTransaction' ? '0x' : rpc.request(method, params),
  }
}

async function untilEnded(site: PayoutsFixture, ended: readonly PayoutState[] = ['confirmed']) {
  for (let round = 0; round < 60; round++) {
    await sendPayouts(site.ctx)
    if ((await statesOf(site)).every((state) => ended.includes(state))) return
    await site.mine()
    await site.clock.advance(61_000)
  }
  throw new Error(`payouts are ${await statesOf(site)}, ${JSON.stringify(await waitsOf(site))}`)
}

function tokenOf(site: PayoutsFixture): `0x${string}` {
  return `0x${site.source.token.slice(2)}`
}

async function statesOf(site: PayoutsFixture): Promise<PayoutState[]> {
  const { rows } = await sql<{ state: PayoutState }>`select state from payouts order by id`.execute(
    site.db,
  )
  return rows.map(({ state }) => state)
}

async function waitsOf(site: PayoutsFixture): Promise<unknown> {
  const { rows } = await sql<{ waits: unknown }>`select waits from chain_senders`.execute(site.db)
  return rows[0]?.waits
}

/** The ledger's sum is zero, and what left the chain is what the ledger says. */
async function isRight(site: PayoutsFixture): Promise<void> {
  await isLedgerRight(site)
  const { rows } = await sql<{ out: number }>`
    select coalesce(sum(amount_micro_usd), 0)::bigint as out from ledger_entries
    where starts_with(ledger_account_id, 'platform_assets:')`.execute(site.db)
  const held = await site.local.balanceOf(sender.address)
  expect(held + BigInt(rows[0]?.out ?? 0)).toBe(10n ** 12n)
}

async function isLedgerRight(site: PayoutsFixture): Promise<void> {
  expect(await checkLedger(site.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
}
