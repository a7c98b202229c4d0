import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startCardSite } from '../../../test/card-site.ts'
import { startDepositSite } from '../../../test/deposit-site.ts'
import { withPayouts } from '../../../test/payouts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { OutsideRecords } from '../../platform/outside-assets.ts'
import { depositRecords } from '../deposits/asset-records.ts'
import { completePayout, takeDeposit } from '../ledger/index.ts'
import { payoutRecords } from '../payouts/asset-records.ts'
import { checkEverything } from './check-everything.ts'
import type { ReconciliationCtx } from './ctx.ts'

const dollars = 1_000_000

describe('the ledger check compares', () => {
  it('credited deposits with what the ledger has on the chain, to the micro-dollar', async () => {
    await using site = await startDepositSite()
    const { address } = await site.anAccount()
    await site.on.send(site.token, address, 25_000_000n)
    await site.on.mine(3)
    await site.watch.turn()
    const ctx = checking({ ...site.ledger.context, ...site.watch.ctx }, [depositRecords])
    const source = `eip155:${site.chain.id}:${site.token}`
    expect(await outsideOf(ctx)).toEqual([
      { source, name: 'USDC on Local', ledger: 25 * dollars, reported: 25 * dollars },
    ])
    expect(await differencesOf(ctx)).toEqual([])
    await tamper(ctx.db, sql`update deposits set credited_micro_usd = credited_micro_usd - 1`)
    expect(await differencesOf(ctx)).toEqual([[source, 1]])
    // A credit that no deposit stands behind, also of a token that is not configured.
    await tamper(ctx.db, sql`update deposits set credited_micro_usd = credited_micro_usd + 1`)
    const accountId = (await site.anAccount()).accountId
    const invented = { accountId, microUsd: 1, source: 'eip155:1:0x1', key: 'a', text: 'a' }
    await ctx.transact((tx) => takeDeposit(ctx, tx, invented))
    expect(await differencesOf(ctx)).toEqual([['eip155:1:0x1', 1]])
  })

  it('nothing wrongly while a reorganisation takes a credit back', async () => {
    await using site = await startDepositSite()
    const { address } = await site.anAccount()
    await site.on.send(site.token, address, 25_000_000n)
    await site.on.mine(3)
    await site.watch.turn()
    await site.on.reorg(4)
    await site.on.mine(5)
    await site.watch.turn()
    const ctx = checking({ ...site.ledger.context, ...site.watch.ctx }, [depositRecords])
    expect(await differencesOf(ctx)).toEqual([])
  })

  it('confirmed payouts with what left the ledger, to the micro-dollar', async () => {
    await using site = await withPayouts()
    const { id } = await site.provider(2_000_000)
    await site.clock.advance(8 * 86_400_000)
    const payoutId = await site.request(id, 1_000_000)
    if (payoutId === null) throw new Error('no payout')
    const { chainId, token } = site.source
    const source = `eip155:${chainId}:${token}`
    await site.ctx.transact(async (tx) => {
      const paid = { payoutId, accountId: id, microUsd: 1_000_000, feeMicroUsd: 1_000 }
      await completePayout(site.ctx, tx, { ...paid, source, text: 'Payout' })
      await sql`update payouts set state = 'confirmed', ended_at = now(), nonce = 0, sender = ${token},
        tx_hash = ${`0x${'ab'.repeat(32)}`}, signed_at = now()`.execute(tx.db)
    })
    const ctx = checking(site.ctx, [payoutRecords])
    expect(await differencesOf(ctx)).toEqual([])
    expect(await outsideOf(ctx)).toMatchObject([{ source, ledger: -999_000, reported: -999_000 }])
    await tamper(ctx.db, sql`update payouts set fee_micro_usd = fee_micro_usd + 1`)
    expect(await differencesOf(ctx)).toEqual([[source, -1]])
  })

  it('payments, refunds and disputes by card with what the ledger has at Stripe', async () => {
    await using site = await startCardSite()
    const user = await site.user('a@example.com')
    const payment = await user.paid(30)
    await user.client.cards.refund({
      params: { id: payment.id },
      body: { micro_usd: 10 * dollars },
    })
    const run = () => site.operator.reconciliation.run()
    const { outside, differences } = await run()
    expect(differences).toEqual([])
    expect(outside).toMatchObject([
      { source: 'card:stripe', name: 'Stripe', reported_micro_usd: 20 * dollars },
    ])
    const { db } = site.server.container
    await tamper(db, sql`update card_refunds set micro_usd = micro_usd + 1`)
    expect((await run()).differences).toEqual([
      { check: 'outside_assets', subject: 'card:stripe', off_micro_usd: 1 },
    ])
  })
})

async function outsideOf(ctx: ReconciliationCtx) {
  const { outside } = await checkEverything(ctx, [])
  return outside.map(
    ({ source, name, ledger_micro_usd: ledger, reported_micro_usd: reported }) => ({
      ...{ source, name, ledger, reported },
    }),
  )
}

async function differencesOf(ctx: ReconciliationCtx): Promise<[string, number][]> {
  const { differences } = await checkEverything(ctx, [])
  return differences.map(({ subject, off_micro_usd }) => [subject, off_micro_usd])
}

/** A context that checks these records alone. Its places are read with what the records need. */
function checking<X extends Ctx>(ctx: X, records: readonly OutsideRecords<X>[]): ReconciliationCtx {
  const assetRecords = records.map((one) => ({ ...one, places: () => one.places(ctx) }))
  return { ...ctx, publicUrl: 'https://example.com', assetSources: [], assetRecords }
}

/** Changes rows behind the back of every trigger, as somebody with the database's password can. */
async function tamper(db: Db, change: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change.execute(tx)
  })
}
