import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type GaslessSite, withGasless } from '../../../../test/gasless-site.ts'
import { createKiller, Killed } from '../../../../test/killer.ts'
import type { ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { relayPayments } from './relay/relay-payments.ts'

const fifty = 50_000_000n
const payersCount = 15
const killsCount = 80

describe('the relayer', () => {
  it.each(['authorization', 'permit'] as const)(
    'sends each payment once whatever a killed process had done, 80 times, by %s',
    async (method) => {
      const killer = createKiller()
      await using site = await withGasless({ method, wrap: killer.rpc })
      const ctx = killer.ctx(site.ctx)
      const pairs = []
      for (let number = 1; number <= payersCount; number++)
        pairs.push({
          payer: await site.payer(number, 2n * fifty),
          account: await site.account(),
        })
      let [kills, next] = [0, 0]
      while (kills < killsCount) {
        const due = pairs[next]
        if (due !== undefined && killer.chance(0.3)) {
          await reportNow(site)
          await due.account.pay(due.payer, fifty)
          next += 1
        }
        await site.chain.rpc('evm_setAutomine', [killer.chance(0.5)])
        killer.arm(40)
        try {
          await relayPayments(ctx)
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          kills += 1
        }
        killer.disarm()
        if (killer.chance(0.5)) await site.on.mine(1)
        await passMinute(site)
      }
      await site.chain.rpc('evm_setAutomine', [true])
      await reportNow(site)
      await reportNow(site)
      for (const { account, payer } of pairs.slice(next)) await account.pay(payer, fifty)
      await untilEnded(site)
      const rows = await site.payments()
      for (const { payer } of pairs) {
        const [row] = rows.filter((one) => one.payer === payer.address.toLowerCase())
        const held = await site.dollar.balanceOf(payer.address)
        expect(held).toBe(row?.state === 'mined' ? fifty : 2n * fifty)
      }
      expect(rows.filter(({ state }) => state === 'mined').length).toBeGreaterThan(payersCount / 2)
      expect(new Set(rows.map(({ state }) => state))).not.toContain('failed')
      await site.on.mine(3)
      await site.watch()
      for (const { account, payer } of pairs) {
        const left = 2n * fifty - (await site.dollar.balanceOf(payer.address))
        expect(await account.available()).toBe(Number(left))
      }
      expect(await site.isLedgerClean()).toBe(true)
    },
    300_000,
  )

  it('credits nothing for what an endpoint invents', async () => {
    await using site = await withGasless({ wrap: inventsReceipts })
    const [payer, account] = [await site.payer(1, fifty), await site.account()]
    await account.pay(payer, fifty)
    for (let round = 0; round < 4; round++) {
      await site.relay()
      await site.on.mine(1)
      await site.watch()
    }
    expect(await account.available()).toBe(0)
    expect((await site.payments())[0]?.state).toBe('failed')
  })
})

/** A node that sends nothing, and says that all of it is in a block. */
function inventsReceipts(rpc: ChainRpc): ChainRpc {
  return {
    chain: rpc.chain,
    request: async (method, params) => {
      if (method === 'eth_sendRawTransaction') return '0x'
      if (method !== 'eth_getTransactionReceipt') return rpc.request(method, params)
      return { blockNumber: '0x1', status: '0x1', transactionHash: params[0], logs: [] }
    },
  }
}

/** A relayer that is always killed before its report would not be offered. */
async function reportNow({ db, clock }: GaslessSite): Promise<void> {
  await sql`update gasless_relayers set checked_at = ${clock.now()}, wait = null, wait_since = null`.execute(
    db,
  )
}

/** The claim of a dead replica ends after a minute; the contract's clock goes on too. */
async function passMinute(site: GaslessSite): Promise<void> {
  await site.clock.advance(61_000)
  await site.chain.rpc('evm_increaseTime', [61])
}

async function untilEnded(site: GaslessSite): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await site.relay()
    if ((await site.payments()).every(({ settled_at }) => settled_at !== null)) return
    await site.on.mine(3)
    await passMinute(site)
  }
  throw new Error(`payments are ${(await site.payments()).map(({ state }) => state)}`)
}
