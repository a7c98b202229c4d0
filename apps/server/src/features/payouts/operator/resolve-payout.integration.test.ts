import type { PayoutId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { chainAccounts } from '@gridloom/testkit/chain/start-chain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PayoutsFixture, withPayouts } from '../../../../test/payouts.ts'
import type { ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { checkLedger } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { sendPayouts } from '../sender/send-payouts.ts'
import { resolvePayout } from './resolve-payout.ts'

const weekMs = 9 * 86_400_000
const [deployer, sender] = chainAccounts
const notPaid = { outcome: 'not_paid', reason: 'No transfer on the chain' } as const
const paid = { outcome: 'paid', tx_hash: `0x${'5c'.repeat(32)}` } as const

describe('a payout whose place on the chain something else took', () => {
  it('returns its money when an operator found no transfer, and can be requested again', async () => {
    const lost = losing()
    await using site = await withPayouts({ wrap: lost.wrap })
    const { id: account, address } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    const id = await requested(site, account, 500_000)
    await sendPayouts(site.ctx)
    await expect(resolve(site, id, notPaid)).rejects.toMatchObject({ code: 'state_conflict' })
    await useNonce(site, 0)
    await sendPayouts(site.ctx)
    const [one] = await Promise.allSettled([resolve(site, id, notPaid), resolve(site, id, notPaid)])
    expect(one.status === 'fulfilled' && one.value).toMatchObject({
      ...{ state: 'failed', reason: 'No transfer on the chain', unresolved: null },
    })
    await expect(resolve(site, id, paid)).rejects.toMatchObject({ code: 'state_conflict' })
    lost.stops()
    await requested(site, account, 'all')
    await untilOpenEnded(site)
    expect(await site.local.balanceOf(address)).toBe(899_000n)
    expect(await checkLedger(site.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  })

  it('counts as paid when an operator found its transfer', async () => {
    const lost = losing()
    await using site = await withPayouts({ wrap: lost.wrap })
    const { id: account } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    const id = await requested(site, account, 500_000)
    await sendPayouts(site.ctx)
    await useNonce(site, 0)
    await sendPayouts(site.ctx)
    expect(await resolve(site, id, paid)).toMatchObject({
      ...{ state: 'confirmed', tx_hash: paid.tx_hash },
    })
    expect(await checkLedger(site.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  })

  it('stays with the chain as soon as that has its own transaction after all', async () => {
    const hidden = hiding()
    await using site = await withPayouts({ wrap: hidden.wrap })
    const { id: account, address } = await site.provider(1_000_000)
    await site.clock.advance(weekMs)
    const id = await requested(site, account, 500_000)
    await sendPayouts(site.ctx)
    await site.mine(1)
    hidden.begins()
    await sendPayouts(site.ctx)
    await site.mine()
    await sendPayouts(site.ctx)
    expect(await unresolved(site)).toEqual(['nonce_used'])
    hidden.ends()
    // Known again, and its end is near: the operator comes too late.
    await sendPayouts(site.ctx)
    await expect(resolve(site, id, notPaid)).rejects.toMatchObject({ code: 'state_conflict' })
    expect(await site.local.balanceOf(address)).toBe(499_000n)
  })

  it('ends its batch with the last of its payouts', async () => {
    const lost = losing('later')
    await using site = await withPayouts({ batches: 'true', wrap: lost.wrap })
    const ids = await twoRequested(site)
    await sendPayouts(site.ctx)
    await site.mine()
    await site.clock.advance(61_000)
    lost.begins()
    await sendPayouts(site.ctx)
    await useNonce(site, 1)
    await sendPayouts(site.ctx)
    expect(await unresolved(site)).toEqual(['nonce_used', 'nonce_used'])
    for (const id of ids) {
      await sendPayouts(site.ctx)
      expect(await openBatches(site)).toBe(1)
      await resolve(site, id, notPaid)
    }
    await sendPayouts(site.ctx)
    expect(await openBatches(site)).toBe(0)
    expect(await checkLedger(site.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  })

  it('needs no operator where it was an allowance, which pays nobody: it is asked for again', async () => {
    const lost = losing()
    await using site = await withPayouts({ batches: 'true', wrap: lost.wrap })
    await twoRequested(site)
    await sendPayouts(site.ctx)
    await useNonce(site, 0)
    await sendPayouts(site.ctx)
    lost.stops()
    await untilOpenEnded(site)
    expect(await unresolved(site)).toEqual([null, null])
    expect(await openBatches(site)).toBe(0)
  })
})

it('lets an operator end a payout of which less arrived, but never their own', async () => {
  await using site = await withPayouts({ batches: 'fee' })
  const { id: account } = await site.provider(2_000_000)
  await site.clock.advance(weekMs)
  const id = await requested(site, account, 300_000)
  for (let passes = 0; passes < 4; passes++) {
    await sendPayouts(site.ctx)
    await site.mine()
    await site.clock.advance(61_000)
  }
  expect(await unresolved(site)).toEqual(['unclear'])
  const own: PayoutsCtx = { ...site.ctx, actor: anActor(account, { role: 'operator' }) }
  await expect(resolvePayout(own, { id, resolution: paid })).rejects.toMatchObject({
    code: 'payout_own',
  })
  const user: PayoutsCtx = { ...site.ctx, actor: anActor(account) }
  await expect(resolvePayout(user, { id, resolution: paid })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await resolve(site, id, paid)).toMatchObject({ state: 'confirmed' })
  await sendPayouts(site.ctx)
  const { rows } = await sql<{ waits: unknown }>`select waits from chain_senders`.execute(site.db)
  expect(rows).toEqual([{ waits: {} }])
})

async function requested(
  site: PayoutsFixture,
  account: Parameters<PayoutsFixture['request']>[0],
  microUsd: number | 'all',
): Promise<PayoutId> {
  const id = await site.request(account, microUsd)
  if (id === null) throw new Error('no payout')
  return id
}

/** Two payouts of two providers, which are paid in a batch. */
async function twoRequested(site: PayoutsFixture): Promise<PayoutId[]> {
  const people = [await site.provider(2_000_000), await site.provider(2_000_000)]
  await site.clock.advance(weekMs)
  const ids: PayoutId[] = []
  for (const { id } of people) ids.push(await requested(site, id, 300_000))
  return ids
}

async function openBatches(site: PayoutsFixture): Promise<number> {
  const { rows } = await sql`select from payout_batches where state <> 'ended'`.execute(site.db)
  return rows.length
}

async function resolve(
  site: PayoutsFixture,
  id: PayoutId,
  resolution: typeof paid | typeof notPaid,
) {
  const operator = anActor(await site.anAccount(), { role: 'operator' })
  return resolvePayout({ ...site.ctx, actor: operator }, { id, resolution })
}

/** Another program sends with the sender's key. */
async function useNonce(site: PayoutsFixture, nonce: number): Promise<void> {
  const foreign = await sender.signTransaction({
    ...{ type: 'eip1559', chainId: site.source.chainId, nonce, to: deployer.address, gas: 21_000n },
    ...{ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n },
  })
  await site.local.chain.rpc('eth_sendRawTransaction', [foreign])
  await site.mine()
}

async function unresolved(site: PayoutsFixture): Promise<unknown[]> {
  const { rows } = await sql<{ unresolved: unknown }>`
    select unresolved from payouts order by id`.execute(site.db)
  return rows.map((row) => row.unresolved)
}

async function untilOpenEnded(site: PayoutsFixture): Promise<void> {
  for (let round = 0; round < 30; round++) {
    await sendPayouts(site.ctx)
    const { rows } = await sql`
      select from payouts where state in ('approved', 'signed', 'broadcast')`.execute(site.db)
    if (rows.length === 0) return
    await site.mine()
    await site.clock.advance(61_000)
  }
  throw new Error('a payout has not ended')
}

/** A node that takes transactions and forgets them, at once or later, until it stops. */
function losing(from: 'at once' | 'later' = 'at once') {
  let isLosing = from === 'at once'
  return {
    begins: () => {
      isLosing = true
    },
    stops: () => {
      isLosing = false
    },
    wrap: (rpc: ChainRpc): ChainRpc => ({
      chain: rpc.chain,
      request: async (method, params) =>
        isLosing && method === 'eth_sendRawTransaction' ? '0x' : rpc.request(method, params),
    }),
  }
}

/** A node that hides receipts for a while. */
function hiding() {
  let isHiding = false
  return {
    begins: () => {
      isHiding = true
    },
    ends: () => {
      isHiding = false
    },
    wrap: (rpc: ChainRpc): ChainRpc => ({
      chain: rpc.chain,
      request: async (method, params) =>
        isHiding && method === 'eth_getTransactionReceipt' ? null : rpc.request(method, params),
    }),
  }
}
