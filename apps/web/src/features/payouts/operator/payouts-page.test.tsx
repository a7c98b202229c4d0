import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { anOperatorPayout, aPayoutSource, payoutAddress } from '../../../testing/payout-samples.ts'
import { renderOperator } from '../../../testing/render-operator.tsx'

const { approve_above_micro_usd: _, ...source } = aPayoutSource
const treasury = {
  sources: [
    {
      ...{ ...source, sender: payoutAddress, held_micro_usd: 100_000_000, coin_units: '1' },
      ...{ in_progress_micro_usd: 1_500_000_000, covered: false, waits_for: 'not_covered' },
    },
  ],
  ...{ earned_micro_usd: 5_000_000, in_progress_micro_usd: 1_500_000_000 },
  ...{ held_micro_usd: 100_000_000, covered: false, as_of: '2026-11-28T09:00:00.000Z' },
}

it('shows what is held and owed, and why nothing is sent', async () => {
  setup()
  expect(await screen.findByText('Not covered by what is held')).toBeTruthy()
  expect(screen.getByText('Send tokens to the sender')).toBeTruthy()
  expect(await screen.findByText('Ada Lovelace, GB')).toBeTruthy()
})

it('approves after a confirmation, and not twice', async () => {
  const call = `POST /api/operator/payouts/${anOperatorPayout().id}/approve`
  const approved = anOperatorPayout({ approved_by_me: true, approvals: { given: 1, needed: 2 } })
  const { user, api } = setup({ [call]: ok(approved) })
  await user.click(await screen.findByRole('button', { name: /^Approve \$1,500/ }))
  api.answer('GET /api/operator/payouts', ok([approved]))
  expect(api.callsTo(call)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Approve payout' }))
  await waitFor(() => expect(api.callsTo(call)).toHaveLength(1))
  expect(await screen.findByText('1 of 2 approved, one of them you')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

it('rejects with a reason', async () => {
  const call = `POST /api/operator/payouts/${anOperatorPayout().id}/reject`
  const { user, api } = setup({ [call]: ok(anOperatorPayout({ state: 'rejected' })) })
  await user.click(await screen.findByRole('button', { name: /^Reject \$1,500/ }))
  await user.click(await screen.findByRole('button', { name: 'Reject payout' }))
  expect(await screen.findByText('Reason is required')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Wrong name')
  await user.click(screen.getByRole('button', { name: 'Reject payout' }))
  await waitFor(() =>
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ reason: 'Wrong name' }]),
  )
})

function setup(answers: Answers = {}) {
  return renderOperator('/operator/payouts', {
    'GET /api/operator/treasury': ok(treasury),
    'GET /api/operator/payouts': ok([anOperatorPayout()]),
    ...answers,
  })
}
