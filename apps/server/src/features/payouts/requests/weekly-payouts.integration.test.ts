import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type PayoutsFixture, payoutChain, withPayouts } from '../../../../test/payouts.ts'
import { sendPayouts } from '../sender/send-payouts.ts'
import { placeWeekly } from './weekly-payouts.ts'

const dayMs = 86_400_000

it('weekly payouts are one of all that is payable in a week, also of two replicas', async () => {
  await using site = await withPayouts()
  const { id } = await site.provider(5_000_000)
  await weekly(site, id, 0)
  await placeWeekly(site.ctx)
  expect(await amounts(site)).toEqual([])
  await site.clock.advance(9 * dayMs)
  await Promise.all([placeWeekly(site.ctx), placeWeekly(site.ctx)])
  await placeWeekly(site.ctx)
  expect(await amounts(site)).toEqual([4_500_000])
})

it('weekly payouts wait until the threshold is payable', async () => {
  await using site = await withPayouts()
  const { id } = await site.provider(5_000_000)
  const other = await site.provider(5_000_000)
  await site.clock.advance(9 * dayMs)
  await weekly(site, id, 4_500_001)
  await weekly(site, other.id, 4_500_000)
  await placeWeekly(site.ctx)
  expect(await amounts(site)).toEqual([4_500_000])
})

it('payouts above what may be sent in 24 hours wait for the next day, and say so', async () => {
  await using site = await withPayouts()
  const { id } = await site.provider(5_000_000)
  const other = await site.provider(5_000_000)
  await site.clock.advance(9 * dayMs)
  const [source] = site.ctx.payoutSetup.sources
  if (source === undefined) throw new Error('no source')
  const capped = { ...source, dailyCapMicroUsd: 5_000_000 }
  const ctx = { ...site.ctx, payoutSetup: { ...site.ctx.payoutSetup, sources: [capped] } }
  await site.request(id, 'all')
  await site.request(other.id, 'all')
  await sendPayouts(ctx)
  expect(await states(site)).toEqual(['approved', 'broadcast'])
  const { rows } = await sql`select waits from chain_senders`.execute(site.db)
  expect(rows).toEqual([{ waits: { [source.token]: 'daily_cap' } }])
  await site.clock.advance(dayMs + 1)
  await sendPayouts(ctx)
  expect(await states(site)).toEqual(['broadcast', 'broadcast'])
})

async function weekly({ db, ctx, source }: PayoutsFixture, id: AccountId, threshold: number) {
  await sql`insert into payout_settings (account_id, schedule, threshold_micro_usd, chain_id, token, updated_at)
    values (${id}, 'weekly', ${threshold}, ${payoutChain}, ${source.token}, ${ctx.clock.now()})`.execute(
    db,
  )
}

async function amounts({ db }: PayoutsFixture): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`select micro_usd as amount from payouts`.execute(
    db,
  )
  return rows.map(({ amount }) => amount)
}

async function states({ db }: PayoutsFixture): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from payouts order by state`.execute(
    db,
  )
  return rows.map(({ state }) => state)
}
