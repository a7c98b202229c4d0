import { QuoteId } from '@gridloom/contract/core/ids'
import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { ids } from '../../../test/instance-builders.ts'
import { deleteQuotesBefore, insertQuote, redeemQuote } from './quotes-store.ts'
import type { MarketTables } from './schema.ts'

const at = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + ms)

it('redeems a quote once under concurrent attempts', async () => {
  await using store = await setup()
  const quote = await store.quote()
  const tries = Array.from({ length: 10 }, () => store.redeem(quote))
  const redeemed = (await Promise.all(tries)).filter((row) => row !== undefined)
  expect(redeemed).toMatchObject([{ id: quote, redeemed_at: at(0) }])
})

it('redeems a quote until just before it expires, for its own account alone', async () => {
  await using store = await setup()
  const quote = await store.quote()
  expect(await store.redeem(quote, { ms: 60_000 })).toBeUndefined()
  expect(await store.redeem(quote, { accountId: ids.stranger })).toBeUndefined()
  expect(await store.redeem(quote, { ms: 59_999 })).toMatchObject({ id: quote })
})

it('deletes quotes that expired before a time', async () => {
  await using store = await setup()
  const quote = await store.quote()
  await store.ctx().transact((tx) => deleteQuotesBefore(tx, at(60_000)))
  expect(await store.redeem(quote)).toMatchObject({ id: quote })
  await store.ctx().transact((tx) => deleteQuotesBefore(tx, at(60_001)))
  const rows = await store.db.withTables<MarketTables>().selectFrom('quotes').selectAll().execute()
  expect(rows).toEqual([])
})

async function setup() {
  const fixture = await withDatabase()
  return {
    ...fixture,
    /** A quote for the renter that expires in a minute. */
    async quote(): Promise<QuoteId> {
      const id = QuoteId.parse('quo_00000000000000000000000001')
      const prices = { running_micro_usd_per_hour: 1, stopped_micro_usd_per_hour: 1 }
      const wanted = { offer_id: ids.offer, slots: 1, disk_gb: 1, ...prices }
      const row = { id, account_id: ids.renter, ...wanted, expires_at: at(60_000) }
      await fixture.ctx().transact((tx) => insertQuote(tx, row))
      return id
    },
    redeem: (id: QuoteId, { ms = 0, accountId = ids.renter } = {}) =>
      fixture.ctx().transact((tx) => redeemQuote(tx, { id, accountId, now: at(ms) })),
  }
}
