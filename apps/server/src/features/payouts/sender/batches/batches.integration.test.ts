import type { PayoutState } from '@gridloom/contract/payouts/payout'
import { chainAccounts } from '@gridloom/testkit/chain/start-chain'
import { sql } from 'kysely'
import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { createKiller, Killed } from '../../../../../test/killer.ts'
import { type PayoutsFixture, withPayouts } from '../../../../../test/payouts.ts'
import { checkLedger } from '../../../ledger/index.ts'
import { sendPayouts } from '../send-payouts.ts'

const weekMs = 9 * 86_400_000
const [, sender] = chainAccounts

describe('payouts in batches', () => {
  it('are paid by one transaction, after an allowance, also twice the same to one address', async () => {
    await using site = await withPayouts({ batches: 'nothing' })
    const [one, two] = await requested(site, 2)
    await site.request(two.id, 300_000)
    await site.request(two.id, 300_000)
    await untilEnded(site)
    expect(await batchesOf(site)).toEqual([
      { nonce: 0, allowance: '700000000000', payouts: 0 },
      { nonce: 1, allowance: null, payouts: 4 },
    ])
    expect(await site.local.balanceOf(one.address)).toBe(299_000n)
    expect(await site.local.balanceOf(two.address)).toBe(299_000n * 3n)
    await isRight(site)
  })

  for (const kind of ['true', 'false', 'burns'] as const)
    it(`pay the others when one recipient is blocked (${kind})`, async () => {
      await using site = await withPayouts({ batches: kind })
      const people = await requested(site, 4)
      await site.local.on?.block(people[1].address, 'on')
      await untilEnded(site, ['confirmed', 'failed'])
      expect(await endsOf(site, people)).toEqual(['confirmed', 'failed', 'confirmed', 'confirmed'])
      expect((await batchesOf(site)).reduce((sum, { payouts }) => sum + payouts, 0)).toBe(3)
      await isRight(site)
    })

  it('fail for the one that is blocked after it was signed, and its money returns', async () => {
    await using site = await withPayouts({ batches: 'burns' })
    const people = await requested(site, 4)
    await allow(site)
    await site.local.chain.rpc('evm_setAutomine', [false])
    await sendPayouts(site.ctx)
    expect(await statesOf(site)).toEqual(Array(4).fill('broadcast'))
    await blockNow(site, people[2].address)
    await untilEnded(site, ['confirmed', 'failed'])
    expect(await endsOf(site, people)).toEqual(['confirmed', 'confirmed', 'failed', 'confirmed'])
    const [batched] = (await batchesOf(site)).slice(-1)
    expect(batched?.payouts).toBe(4)
    expect(await site.request(people[2].id, 300_000)).not.toBeNull()
    await isRight(site)
  })

  it('move nothing of a token that takes a fee, and what is paid singly then is not returned', async () => {
    await using site = await withPayouts({ batches: 'fee' })
    const people = await requested(site, 3)
    await allow(site)
    const contract = site.source.batchContract
    await sendPayouts(site.ctx)
    const { rows } = await sql`select from payouts where batch_id is not null`.execute(site.db)
    expect([rows, contract !== null]).toEqual([[], true])
    // Each is paid by itself, and less arrives: none is returned, as most of it has left.
    for (let passes = 0; passes < 4; passes++) {
      await site.mine()
      await sendPayouts(site.ctx)
    }
    expect(await endsOf(site, people)).toEqual(['broadcast', 'broadcast', 'broadcast'])
    expect(await waitsOf(site)).toEqual({ [site.source.token]: 'unclear' })
  })

  it('that are stuck are replaced with the same nonce and the same payouts', async () => {
    await using site = await withPayouts({ batches: 'true' })
    await requested(site, 3)
    await allow(site)
    await site.local.chain.rpc('evm_setAutomine', [false])
    await sendPayouts(site.ctx)
    await site.clock.advance(181_000)
    await sendPayouts(site.ctx)
    const { rows } = await sql<{ raws: number; nonces: number }>`
      select count(distinct raw) as raws, (select count(distinct nonce) from payouts) as nonces
      from payout_transactions where batch_id = 2`.execute(site.db)
    expect(rows).toEqual([{ raws: 2, nonces: 1 }])
    await untilEnded(site)
    await isRight(site)
  })

  it('renew an allowance that is used up through zero', async () => {
    await using site = await withPayouts({ batches: 'true' })
    await requested(site, 2)
    await allow(site)
    await asSender(site, '0x095ea7b3', site.source.batchContract ?? '', 0n)
    await asSender(site, '0x095ea7b3', site.source.batchContract ?? '', 5n)
    await untilEnded(site)
    const allowances = (await batchesOf(site)).map(({ allowance }) => allowance)
    expect(allowances).toEqual(['700000000000', '0', '700000000000', null])
    await isRight(site)
  })

  it('wait where another contract is configured, and say so', async () => {
    await using site = await withPayouts({ batches: 'true' })
    await requested(site, 2)
    await site.local.chain.rpc('anvil_setCode', [site.source.batchContract, '0x60006000fd'])
    await sendPayouts(site.ctx)
    expect(await waitsOf(site)).toEqual({ [site.source.token]: 'wrong_contract' })
    expect(await statesOf(site)).toEqual(['approved', 'approved'])
  })

  it('come back with a block that the chain replaced, and are paid once', async () => {
    await using site = await withPayouts({ batches: 'true' })
    const people = await requested(site, 3)
    await allow(site)
    const before = await site.local.chain.rpc('evm_snapshot', [])
    await sendPayouts(site.ctx)
    await site.mine(1)
    await sendPayouts(site.ctx)
    await site.local.chain.rpc('evm_revert', [before])
    await site.mine(1)
    await untilEnded(site)
    for (const { address } of people) expect(await site.local.balanceOf(address)).toBe(299_000n)
    await isRight(site)
  })

  it('are paid once whatever a killed process had done, 200 times', async () => {
    const killer = createKiller()
    await using site = await withPayouts({ batches: 'true', wrap: killer.rpc })
    const providers = []
    for (let count = 0; count < 40; count++) providers.push(await site.provider(1_000_000))
    await site.clock.advance(weekMs)
    const ctx = killer.ctx(site.ctx)
    let kills = 0
    let next = 0
    let snapshot: unknown
    while (kills < 200) {
      for (let some = killer.chance(0.1) ? 5 : 0; some > 0; some--) {
        const due = providers[next]
        if (due === undefined) break
        await site.request(due.id, 'all')
        next += 1
      }
      await site.local.chain.rpc('evm_setAutomine', [killer.chance(0.5)])
      if (snapshot === undefined && killer.chance(0.05))
        snapshot = await site.local.chain.rpc('evm_snapshot', [])
      killer.arm()
      try {
        await sendPayouts(ctx)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        kills += 1
      }
      killer.disarm()
      if (snapshot !== undefined) {
        // The newest blocks are replaced before they are deep enough to count.
        await site.local.chain.rpc('evm_revert', [snapshot])
        snapshot = undefined
      }
      if (killer.chance(0.5)) await site.mine(1)
      await site.clock.advance(61_000)
    }
    for (const { id } of providers.slice(next)) await site.request(id, 'all')
    await untilEnded(site)
    for (const { address } of providers) expect(await site.local.balanceOf(address)).toBe(899_000n)
    expect(new Set(await statesOf(site))).toEqual(new Set(['confirmed']))
    expect((await batchesOf(site)).filter(({ payouts }) => payouts > 1).length).toBeGreaterThan(2)
    await isRight(site)
  }, 300_000)
})

type People = [Person, Person, Person, Person]
type Person = Awaited<ReturnType<PayoutsFixture['provider']>>

/** Providers of whom each has requested a payout of 300,000 micro-dollars; at most four. */
async function requested(site: PayoutsFixture, count: number): Promise<People> {
  const people: Person[] = []
  for (let made = 0; made < count; made++) people.push(await site.provider(2_000_000))
  await site.clock.advance(weekMs)
  for (const { id } of people) await site.request(id, 300_000)
  // Guaranteed by the callers: they read no more people than they asked for.
  return people as People
}

/** Lets the batch contract move tokens, so that the next turn signs the batch. */
async function allow(site: PayoutsFixture): Promise<void> {
  await sendPayouts(site.ctx)
  await site.mine()
  await site.clock.advance(61_000)
  const open = await batchesOf(site)
  expect(open).toHaveLength(1)
}

/** The token blocks an address after the batch was sent, ahead of its block. */
async function blockNow(site: PayoutsFixture, address: string): Promise<void> {
  const blockedSlot = 2n
  const slot = keccak256(`0x${word(BigInt(address))}${word(blockedSlot)}`)
  await site.local.chain.rpc('anvil_setStorageAt', [site.source.token, slot, `0x${word(1n)}`])
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** A call that the sender's key makes besides the server. */
async function asSender(
  site: PayoutsFixture,
  selector: string,
  spender: string,
  value: bigint,
): Promise<void> {
  const data = `${selector}${word(BigInt(spender))}${word(value)}`
  await site.local.chain.rpc('anvil_impersonateAccount', [sender.address])
  await site.local.chain.rpc('eth_sendTransaction', [
    { from: sender.address, to: site.source.token, data },
  ])
  await site.mine()
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

async function batchesOf(site: PayoutsFixture) {
  const { rows } = await sql<{ nonce: number; allowance: string | null; payouts: number }>`
    select nonce, allowance_units::text as allowance,
      (select count(*) from payouts where batch_id = batch.id) as payouts
    from payout_batches batch order by nonce`.execute(site.db)
  return rows
}

async function statesOf(site: PayoutsFixture): Promise<PayoutState[]> {
  const { rows } = await sql<{ state: PayoutState }>`select state from payouts order by id`.execute(
    site.db,
  )
  return rows.map(({ state }) => state)
}

/** The states of the payouts of people who have one each. */
async function endsOf(site: PayoutsFixture, people: People): Promise<(PayoutState | undefined)[]> {
  const { rows } = await sql<{ id: string; state: PayoutState }>`
    select account_id as id, state from payouts`.execute(site.db)
  const byId = new Map(rows.map(({ id, state }) => [id, state]))
  return people.map(({ id }) => byId.get(id))
}

async function waitsOf(site: PayoutsFixture): Promise<unknown> {
  const { rows } = await sql<{ waits: unknown }>`select waits from chain_senders`.execute(site.db)
  return rows[0]?.waits
}

/** The ledger's sum is zero, and what left the chain is what the ledger says. */
async function isRight(site: PayoutsFixture): Promise<void> {
  expect(await checkLedger(site.db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
  const { rows } = await sql<{ out: number }>`
    select coalesce(sum(amount_micro_usd), 0)::bigint as out from ledger_entries
    where starts_with(ledger_account_id, 'platform_assets:')`.execute(site.db)
  const held = await site.local.balanceOf(sender.address)
  expect(held + BigInt(rows[0]?.out ?? 0)).toBe(10n ** 12n)
}
