import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { renderOperator } from '../../../testing/render-operator.tsx'
import { sampleId } from '../../../testing/samples.ts'

const id = sampleId('ivc', 1)
const list = 'GET /api/operator/invoices'
const credit = `POST /api/operator/invoices/${id}/credit-notes`

const document = {
  ...{ id, kind: 'invoice', number: 'INV-2026-00001', month: '2026-11' },
  ...{ issued_at: '2026-12-01T02:10:00.000Z', net_cents: 10_000, vat_cents: 1_900 },
  ...{ total_cents: 11_900, account_id: sampleId('acc', 2), account_name: 'Ada Lovelace' },
  vat_check: null,
}

it('lists documents, and shows whether a number is missing', async () => {
  setup({
    [list]: ok(
      found([
        { series: 'INV', year: 2026, documents: 3, last_number: 4 },
        { series: 'SB', year: 2026, documents: 2, last_number: 2 },
      ]),
    ),
  })
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy()
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toContain('INV-2026341')
  expect(rows).toContain('SB-202622None')
})

it('issues a credit note once, with a reason', async () => {
  const { user, api } = setup()
  await user.click(
    await screen.findByRole('button', { name: 'Issue credit note for INV-2026-00001' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Issue credit note' }))
  expect(await screen.findByText('Reason is required')).toBeTruthy()
  expect(api.callsTo(credit)).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong price')
  await user.click(screen.getByRole('button', { name: 'Issue credit note' }))
  await waitFor(() => expect(api.callsTo(credit)).toHaveLength(1))
  expect(api.callsTo(credit)[0]?.body).toEqual({
    reason: 'Wrong price',
    key: expect.stringMatching(/^.{20,100}$/),
  })
})

function found(series: readonly object[] = []) {
  return { issuing: 'on', invoices: [document], total: 1, series }
}

function setup(answers: Answers = {}) {
  return renderOperator('/operator/invoices', { [list]: ok(found()), ...answers })
}
