import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { aBalance, anInstance } from '../../../test/samples.ts'

describe('money', () => {
  it('balance shows how long it lasts', async () => {
    await using world = await aWorld({ answers: { 'ledger.balance': () => aBalance() } })
    const { stdout } = await world.run('balance')
    expect(stdout).toContain('$4.99')
    expect(stdout).toContain('6 d 22 h')
  })

  it('ledger sums transactions by day, with the cursor of the next page', async () => {
    const line = {
      at: '2026-11-21T00:00:00.000Z',
      kind: 'charge',
      product: 'compute',
      instance_id: anInstance().id,
      render_job_id: null,
      volume_id: null,
      reservation_id: null,
      machine_id: null,
      transactions: 60,
      transaction_id: null,
      text: null,
      available_change_micro_usd: 0,
      held_change_micro_usd: -10_500,
      earned_change_micro_usd: 0,
      fee_micro_usd: 0,
    }
    const next = '1763683200000~charge~compute~'
    await using world = await aWorld({
      answers: { 'ledger.lines': () => ({ lines: [line], next_cursor: next }) },
    })
    const ran = await world.run('ledger', '--limit', '1')
    expect(ran.stdout).toMatch(/2026-11-21 +60 charges +aaaa1111 +— +-\$0\.0105 +—/)
    expect(ran.stderr).toBe(`More: --cursor '${next}', with the same options.\n`)
    expect(world.server.calls[0]?.query).toEqual({
      granularity: 'day',
      holds: false,
      limit: 1,
    })
  })

  it('bill shows what the month cost by product, with a forecast', async () => {
    const none = { earned_micro_usd: 0, fee_micro_usd: 0, paid_back_micro_usd: 0 }
    const bill = {
      month: '2026-11',
      ...{ spent_micro_usd: 12_000_000, credited_micro_usd: 0, ...none },
      products: [
        { product: 'compute', spent_micro_usd: 12_000_000, credited_micro_usd: 0, ...none },
      ],
      items: [],
      days: [],
      forecast: {
        micro_usd: 84_200_000,
        micro_usd_per_hour: 420_000,
        from_holds_micro_usd: 0,
        funds_end_at: null,
      },
      months: [],
    }
    await using world = await aWorld({ answers: { 'ledger.bill': () => bill } })
    const { stdout } = await world.run('bill')
    expect(stdout).toMatch(/Forecast +\$84\.20 at \$0\.42\/h/)
    expect(stdout).toMatch(/compute +\$12\.00/)
    expect(stdout).not.toContain('credits')
  })

  it('bill shows automatic credits as their own line, and what providers paid back', async () => {
    const money = {
      ...{ spent_micro_usd: 11_500_000, credited_micro_usd: 500_000 },
      ...{ earned_micro_usd: 8_100_000, fee_micro_usd: 900_000, paid_back_micro_usd: 1_000_000 },
    }
    const bill = {
      ...{ month: '2026-10', ...money, products: [{ product: 'compute', ...money }] },
      ...{ items: [], days: [], forecast: null, months: [] },
    }
    await using world = await aWorld({ answers: { 'ledger.bill': () => bill } })
    const { stdout } = await world.run('bill')
    expect(stdout).toMatch(/Spent +\$11\.50/)
    expect(stdout).toMatch(/Charges +\$12\.00/)
    expect(stdout).toMatch(/Automatic credits +-\$0\.50/)
    expect(stdout).toMatch(
      /Earned +\$8\.10 after \$0\.90 platform fee and \$1\.00 automatic credits/,
    )
  })
})
