import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import {
  anOperatorBankPayout,
  anOperatorPayout,
  aPayoutSource,
  payoutAddress,
} from '../../../testing/payout-samples.ts'
import { renderOperator } from '../../../testing/render-operator.tsx'
import { sampleId } from '../../../testing/samples.ts'

const { approve_above_micro_usd: _, method: __, ...source } = aPayoutSource
const treasury = {
  sources: [
    {
      ...{
        ...source,
        sender: payoutAddress,
        batch_contract: payoutAddress,
        held_micro_usd: 100_000_000,
        coin_units: '1',
      },
      ...{ in_progress_micro_usd: 1_500_000_000, covered: false, waits_for: 'not_covered' },
    },
  ],
  ...{ earned_micro_usd: 5_000_000, in_progress_micro_usd: 1_500_000_000 },
  ...{ held_micro_usd: 100_000_000, covered: false, as_of: '2026-11-28T09:00:00.000Z' },
  bank: null,
  stripe: null,
}
const file = {
  ...{ number: 12, micro_usd: 79_500_000, payouts: 1, returned: 0, created_by: sampleId('acc', 1) },
  ...{ created_at: '2026-11-28T09:00:00.000Z', executed_at: null },
}
const noFiles = { bank: 'off', waiting: { payouts: 0, micro_usd: 0 }, files: [] }

it('shows what is held and owed, and why nothing is sent', async () => {
  setup()
  expect(await screen.findByText('Not covered by what is held')).toBeTruthy()
  expect(screen.getByText('Send tokens to the sender')).toBeTruthy()
  expect(await screen.findByText('Ada Lovelace, GB')).toBeTruthy()
})

it('shows the balance at Stripe, and what to do where it does not cover what waits', async () => {
  const stripe = {
    ...{ available_micro_usd: 7_000_000, in_progress_micro_usd: 80_000_000, covered: false },
    waits_for: 'not_covered',
  }
  setup({ 'GET /api/operator/treasury': ok({ ...treasury, sources: [], stripe }) })
  expect(await screen.findByText('Top up the balance at Stripe')).toBeTruthy()
  expect(screen.getByText('$7.00')).toBeTruthy()
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

it('puts what waits into a file up to what the bank covers, and records what the bank did', async () => {
  const create = 'POST /api/operator/payout-files'
  const executed = 'POST /api/operator/payout-files/12/executed'
  const returned = `POST /api/operator/payouts/${anOperatorBankPayout().id}/return`
  const waiting = { payouts: 2, micro_usd: 120_000_000 }
  const { user, api } = setup({
    'GET /api/operator/payouts': ok([anOperatorBankPayout()]),
    'GET /api/operator/payout-files': ok({ bank: 'on', waiting, files: [file] }),
    [create]: ok({ ...file, number: 13 }, 201),
    [executed]: ok(file),
    [returned]: ok(anOperatorBankPayout({ state: 'failed' })),
  })
  expect(await screen.findByText('2 payouts for $120.00 wait for a file.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create file' }))
  const amount = await screen.findByRole('textbox', { name: 'Available' })
  await user.clear(amount)
  await user.type(amount, '100')
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create file' }))
  await waitFor(() =>
    expect(api.callsTo(create).map(({ body }) => body)).toEqual([
      { available_micro_usd: 100_000_000 },
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Executed: file 12' }))
  await user.click(await screen.findByRole('button', { name: 'Record as executed' }))
  await waitFor(() => expect(api.callsTo(executed)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: /^Returned: \$80/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Closed')
  await user.click(screen.getByRole('button', { name: 'Record return' }))
  await waitFor(() =>
    expect(api.callsTo(returned).map(({ body }) => body)).toEqual([{ reason: 'Closed' }]),
  )
})

it('records what an operator found on the chain, once it can be one', async () => {
  const call = `POST /api/operator/payouts/${anOperatorPayout().id}/resolve`
  const { user, api } = setup({
    'GET /api/operator/payouts': ok([
      anOperatorPayout({ state: 'broadcast', unresolved: 'nonce_used', tx_hash: null }),
    ]),
    [call]: ok(anOperatorPayout({ state: 'confirmed' })),
  })
  await user.click(await screen.findByRole('button', { name: /^Resolve \$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Resolve payout' }))
  expect(await dialog.findByText('Choose what you found')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'The payee has the money' }))
  await user.type(dialog.getByRole('textbox', { name: 'Transaction' }), '0x12')
  await user.click(dialog.getByRole('button', { name: 'Resolve payout' }))
  expect(await dialog.findByText(/Enter the hash of the transaction/)).toBeTruthy()
  expect(api.callsTo(call)).toEqual([])
  await user.clear(dialog.getByRole('textbox', { name: 'Transaction' }))
  await user.type(dialog.getByRole('textbox', { name: 'Transaction' }), `0x${'5c'.repeat(32)}`)
  await user.click(dialog.getByRole('button', { name: 'Resolve payout' }))
  await waitFor(() =>
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([
      { outcome: 'paid', tx_hash: `0x${'5c'.repeat(32)}` },
    ]),
  )
})

it('shows no bank files where no bank is configured', async () => {
  setup()
  expect(await screen.findByText('Ada Lovelace, GB')).toBeTruthy()
  expect(screen.queryByText('Bank files')).toBeNull()
})

function setup(answers: Answers = {}) {
  return renderOperator('/operator/payouts', {
    'GET /api/operator/treasury': ok(treasury),
    'GET /api/operator/payouts': ok([anOperatorPayout()]),
    'GET /api/operator/payout-files': ok(noFiles),
    ...answers,
  })
}
