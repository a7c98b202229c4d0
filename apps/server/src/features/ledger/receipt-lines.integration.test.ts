import { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withLedger } from '../../../test/ledger-fixture.ts'
import { selectReceiptLines, selectReceiptPage } from './receipt-lines-store.ts'

describe('the lines of a receipt', () => {
  it.each([
    [4_999, 1, 'interval', 4_999],
    [10_080, 1, 'day', 7],
    [10_080, 7_000, 'kind', 1],
  ] as const)(
    'of %i minutes at %i prices are %s, and lose no micro-dollar',
    async (minutes, prices, per, count) => {
      await using site = await setup({ minutes, prices })
      const found = await selectReceiptLines(site.db, site.id)
      expect([found.per, found.lines.length]).toEqual([per, count])
      const sum = (of: 'micro_usd' | 'seconds') =>
        found.lines.reduce((total, line) => total + line[of], 0)
      expect([sum('micro_usd'), sum('seconds')]).toEqual([0, minutes * 60])
      expect(found.lines[0]?.from).toBe('2026-01-01T00:00:00.000Z')
    },
  )

  it('are read in pages of both kinds, each once, in the order of time', async () => {
    await using site = await setup({ minutes: 50, prices: 1, stopped: 20 })
    const whole = await selectReceiptPage(site.db, site.id, { after: null, limit: 1_000 })
    expect(whole).toHaveLength(70)
    const paged: typeof whole = []
    for (;;) {
      const page = await selectReceiptPage(site.db, site.id, {
        ...{ after: paged.at(-1) ?? null, limit: 7 },
      })
      paged.push(...page)
      if (page.length < 7) break
    }
    expect(paged).toEqual(whole)
    const begins = paged.map(({ from }) => from)
    expect(begins).toEqual(begins.toSorted())
  })
})

/** Intervals without a cost, which need no transactions: `prices` prices by turns. */
async function setup({
  minutes,
  prices,
  stopped = 0,
}: {
  minutes: number
  prices: number
  stopped?: number
}) {
  const ledger = await withLedger()
  const id = InstanceId.parse(ledger.anInstance())
  const add = (kind: string, count: number) =>
    sql`
    insert into usage_intervals (key, instance_id, kind, from_at, to_at, seconds, micro_usd_per_hour, micro_usd)
    select ${kind} || n, ${id}, ${kind}, at, at + interval '1 minute', 60, n % ${prices}, 0
    from (select n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as at
      from generate_series(0, ${count}::int - 1) n) minute`.execute(ledger.db)
  await add('running', minutes)
  await add('stopped_disk', stopped)
  return { id, db: ledger.db, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() }
}
