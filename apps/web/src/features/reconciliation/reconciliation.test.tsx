import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { renderOperator } from '../../testing/render-operator.tsx'
import { sampleId, secondsBefore } from '../../testing/samples.ts'

const list = 'GET /api/operator/reconciliations'
const run = 'POST /api/operator/reconciliations'
const clean = {
  ...{ id: sampleId('rcn', 1), trigger: 'night', state: 'clean', started_at: secondsBefore(60) },
  ...{ took_ms: 1_500, transactions: 2, entries: 4, receipt_chains: 1 },
  ...{ differences: [], outside: [] },
}
const off = {
  ...{ ...clean, id: sampleId('rcn', 2), state: 'differences' },
  differences: [{ check: 'account_balance', subject: 'available:acc_1', off_micro_usd: 1 }],
}

describe('the ledger check', () => {
  it('shows each difference, and nothing of holdings that are not compared', async () => {
    renderOperator('/operator/ledger-check', {
      [list]: ok({ outside_sources: 0, runs: [off, clean], next_cursor: null }),
    })
    expect(await screen.findByText('available:acc_1')).toBeTruthy()
    expect(screen.queryByText('Holdings outside')).toBeNull()
    expect(screen.getByText('No differences')).toBeTruthy()
  })

  it('runs now, and says that nothing differs', async () => {
    const { api, user } = renderOperator('/operator/ledger-check', {
      [list]: ok({ outside_sources: 0, runs: [], next_cursor: null }),
      [run]: ok(clean, 201),
    })
    expect(await screen.findByText('No runs yet')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Run now' }))
    expect(await screen.findByText('Ledger check: no differences')).toBeTruthy()
    expect(api.callsTo(run)).toHaveLength(1)
  })
})
