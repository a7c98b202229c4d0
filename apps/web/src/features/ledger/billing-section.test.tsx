import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aBalance, aBill, aLine, anInstance, sampleId } from '../../testing/samples.ts'

const bill = 'GET /api/bill'
const lines = 'GET /api/ledger/lines'

describe('the bill', () => {
  it('shows the month so far, by product, with a forecast and how it is computed', async () => {
    const none = {
      ...{ credited_micro_usd: 0, earned_micro_usd: 0 },
      ...{ fee_micro_usd: 0, paid_back_micro_usd: 0 },
    }
    await renderBilling({
      [bill]: ok(
        aBill({
          spent_micro_usd: 12_400_000,
          products: [
            { product: 'compute', spent_micro_usd: 12_000_000, ...none },
            { product: 'rendering', spent_micro_usd: 400_000, ...none },
            { product: 'models', spent_micro_usd: 0, ...none },
          ],
          forecast: {
            micro_usd: 84_200_000,
            micro_usd_per_hour: 420_000,
            from_holds_micro_usd: 0,
            funds_end_at: null,
          },
        }),
      ),
    })
    expect(await screen.findByText('$12.40')).toBeTruthy()
    expect(screen.getByText('$84.20')).toBeTruthy()
    expect(
      screen.getByText(
        'The amount so far, plus running instances at $0.42/h until the month ends.',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Spend by product' }).textContent).toContain('$12.00')
  })

  it('opens the bill of another month', async () => {
    const months = ['2026-11', '2026-10'].map((month) => ({
      month,
      spent_micro_usd: 1_000_000,
      ...{ credited_micro_usd: 0, earned_micro_usd: 0 },
      ...{ fee_micro_usd: 0, paid_back_micro_usd: 0 },
    }))
    const { api, user } = await renderBilling({ [bill]: ok(aBill({ months })) })
    await user.click(await screen.findByRole('button', { name: 'October 2026' }))
    expect(api.callsTo(bill).at(-1)?.query).toEqual({ month: '2026-10' })
  })

  it('shows earnings with the fee that was deducted', async () => {
    const earned = { earned_micro_usd: 9_000_000, fee_micro_usd: 1_000_000 }
    await renderBilling({ [bill]: ok(aBill(earned)) })
    expect(await screen.findByText('You receive')).toBeTruthy()
    expect(screen.getByText('−$1.00')).toBeTruthy()
  })

  it('shows automatic credits as their own line below the total, and with their resource', async () => {
    const credited = { spent_micro_usd: 11_500_000, credited_micro_usd: 500_000 }
    const ids = { render_job_id: null, volume_id: null, reservation_id: null }
    const item = { product: 'compute', instance_id: sampleId('ins', 1), ...ids, ...credited }
    await renderBilling({ [bill]: ok(aBill({ ...credited, items: [item] })) })
    const credit = await screen.findByText('Automatic credits')
    expect(credit.closest('dl')?.textContent).toBe('Charges$12.00Automatic credits−$0.50')
    const items = screen.getByRole('list', { name: 'Spend by resource' })
    expect(items.textContent).toContain('after $0.50 credit')
    expect(items.textContent).toContain('$11.50')
  })

  it('shows no line of credits where there were none', async () => {
    await renderBilling({ [bill]: ok(aBill({ spent_micro_usd: 1_000_000 })) })
    await screen.findAllByText('$1.00')
    expect(screen.queryByText('Automatic credits')).toBeNull()
  })

  it('shows what a provider paid back between what renters paid and what is left', async () => {
    const earned = { earned_micro_usd: 8_100_000, fee_micro_usd: 900_000 }
    await renderBilling({ [bill]: ok(aBill({ ...earned, paid_back_micro_usd: 1_000_000 })) })
    const credit = await screen.findByText('Automatic credits')
    expect(credit.closest('dl')?.textContent).toBe(
      'Renters paid$10.00Automatic credits−$1.00Platform fee−$0.90You receive$8.10',
    )
  })

  it('reports that the balance could not be loaded', async () => {
    await renderBilling({ 'GET /api/balance': refuse('forbidden') })
    expect(await screen.findByText('The balance could not be loaded')).toBeTruthy()
  })
})

describe('the transactions', () => {
  it('are summed by day, without holds, and open to the transactions of a line', async () => {
    const sum = aLine({ transactions: 60 })
    const one = aLine({ transaction_id: sampleId('trx', 1), text: '60 s running at $0.75/h' })
    const { api, user } = await renderTransactions({
      'GET /api/instances': ok([anInstance({ label: 'night-run' })]),
      [lines]: (call) =>
        ok({
          lines: [call.query.granularity === 'transaction' ? one : sum],
          next_cursor: null,
        })(call),
    })
    const link = await screen.findByRole('link', { name: 'night-run' })
    expect(link.getAttribute('href')).toBe(`/instance/myinstance/${sampleId('ins', 1)}`)
    expect(api.callsTo(lines)[0]?.query).toMatchObject({ granularity: 'day', holds: 'false' })
    await user.click(screen.getByRole('button', { name: '60 charges' }))
    expect(await screen.findByText('60 s running at $0.75/h')).toBeTruthy()
    expect(api.callsTo(lines).at(-1)?.query).toMatchObject({
      granularity: 'transaction',
      kind: 'charge',
      instance_id: sampleId('ins', 1),
      from: '2026-11-21T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    })
  })

  it('load older ones by cursor', async () => {
    const cursor = '1763683200000~charge~compute~'
    const { api, user } = await renderTransactions({
      [lines]: (call) =>
        ok({
          lines: [aLine({ text: call.query.cursor === undefined ? 'newer' : 'older' })],
          next_cursor: call.query.cursor === undefined ? cursor : null,
        })(call),
    })
    await screen.findByText('newer')
    await user.click(screen.getByRole('button', { name: 'Show older transactions' }))
    expect(await screen.findByText('older')).toBeTruthy()
    expect(api.callsTo(lines).at(-1)?.query.cursor).toBe(cursor)
  })

  it('show an empty state, and reload when a balance event arrives', async () => {
    const { api } = await renderTransactions({})
    await screen.findByText('No transactions yet')
    await screen.findByText('Live')
    api.answer(lines, ok({ lines: [aLine({ text: 'Use of train' })], next_cursor: null }))
    act(() => api.publish('balance', aBalance()))
    expect(await screen.findByText('Use of train')).toBeTruthy()
  })
})

async function renderBilling(answers: Answers) {
  const app = renderApp({ path: '/account?section=billing', answers })
  await screen.findByRole('heading', { level: 1, name: 'Billing' })
  return app
}

async function renderTransactions(answers: Answers) {
  const app = renderApp({ path: '/account?section=billing&tab=transactions', answers })
  await screen.findByRole('heading', { level: 1, name: 'Billing' })
  return app
}
