import { openAccount } from '@gridloom/testkit/open-account'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PayoutSite, startPayoutSite } from '../../../test/payout-site.ts'
import { refusalOf, withPeople } from '../../../test/people.ts'
import { checkLedger } from '../ledger/index.ts'

const dollar = 1_000_000

describe('rewards that are claimed to payouts', () => {
  it('are payable at once, with what machines earned, and come back with a cancelled payout', async () => {
    await using site = await startPayoutSite()
    const { id, client } = await site.provider(2_000 * dollar)
    await reward(site, id, 300 * dollar)
    expect((await client.rewards.list({ query: {} })).claim_to).toEqual(['balance', 'payouts'])
    const claimed = await client.rewards.claim({ body: { to: 'payouts' } })
    expect(claimed).toMatchObject({ micro_usd: 300 * dollar })
    expect(await client.ledger.balance()).toMatchObject({ earned_micro_usd: 2_100 * dollar })
    expect(await payable(client)).toBe(2_100 * dollar)
    const { fee_micro_usd } = await client.payouts.quote({ query: site.source })
    const body = { ...site.source, micro_usd: 2_000 * dollar, fee_micro_usd }
    const payout = await client.payouts.request({ body })
    expect(await payable(client)).toBe(100 * dollar)
    expect(await site.operator.payouts.treasury()).toMatchObject({
      ...{ earned_micro_usd: 100 * dollar, in_progress_micro_usd: 2_000 * dollar },
    })
    await client.payouts.cancel({ params: { id: payout.id } })
    expect(await payable(client)).toBe(2_100 * dollar)
    const { rows } = await sql<{ own: number }>`select balance_micro_usd as own
      from ledger_accounts where id = ${`earned:${id}`}`.execute(site.server.container.db)
    expect(rows).toEqual([{ own: 300 * dollar }])
    expect((await checkLedger(site.server.container.db)).clean).toBe(true)
  })

  it('are moved once by claims to both places at once', async () => {
    await using site = await startPayoutSite()
    const client = site.server.client(await openAccount(site.server, { access: true }))
    const { account_id: id } = await client.accounts.details()
    await reward(site, id, 5 * dollar)
    const before = (await client.ledger.balance()).available_micro_usd
    const targets = ['balance', 'payouts', 'balance', 'payouts'] as const
    const claims = await Promise.all(
      targets.map((to) => refusalOf(client.rewards.claim({ body: { to } }))),
    )
    expect(claims.filter(({ code }) => code === 'good')).toHaveLength(1)
    const after = await client.ledger.balance()
    expect(after.available_micro_usd - before + after.earned_micro_usd).toBe(5 * dollar)
    expect((await checkLedger(site.server.container.db)).clean).toBe(true)
  })

  it('keep an account from being closed until they are paid out', async () => {
    await using site = await startPayoutSite()
    const client = site.server.client(await openAccount(site.server, { access: true }))
    const { account_id: id } = await client.accounts.details()
    await reward(site, id, 5 * dollar)
    await client.rewards.claim({ body: { to: 'payouts' } })
    expect(await refusalOf(client.privacy.closeAccount())).toMatchObject({ code: 'account_in_use' })
  })

  it('are not offered where there are no payouts', async () => {
    await using fixture = await withPeople()
    const { client } = await fixture.someone()
    expect((await client.rewards.list({ query: {} })).claim_to).toEqual(['balance'])
    const claim = client.rewards.claim({ body: { to: 'payouts' } })
    expect(await refusalOf(claim)).toMatchObject({ code: 'payouts_off' })
  })
})

async function payable(client: PayoutSite['operator']): Promise<number> {
  return (await client.payouts.list()).payable_micro_usd
}

async function reward(site: PayoutSite, accountId: string, micro_usd: number): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = ${accountId}`.execute(site.server.container.db)
  const [row] = rows
  if (row === undefined) throw new RangeError('no such account')
  const body = { email: row.email, micro_usd, key: accountId, text: 'For a report' }
  await site.operator.rewards.give({ body })
}
