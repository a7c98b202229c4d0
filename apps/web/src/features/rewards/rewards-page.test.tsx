import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId, secondsBefore } from '../../testing/samples.ts'
import { periodOf, rewardsCsv } from './reward-words.ts'

const list = 'GET /api/rewards'
const claim = 'POST /api/rewards/claim'
const entry = {
  ...{ transaction_id: sampleId('trx', 1), kind: 'reward', state: 'claimable' },
  ...{ text: 'For a bug report', micro_usd: 2_000_000, at: secondsBefore(60) },
  ...{ payable_at: secondsBefore(60), claimed_at: null },
} as const
const totals = { pending_micro_usd: 0, claimable_micro_usd: 2_000_000, claimed_micro_usd: 0 }

describe('the page of rewards', () => {
  it('claims to the balance, and says so', async () => {
    const { api, user } = renderApp({
      path: '/rewards',
      answers: {
        [list]: ok({ totals, claim_to: ['balance'], entries: [entry], next_cursor: null }),
        [claim]: ok({ rewards: 1, micro_usd: 2_000_000, totals }),
      },
    })
    expect(await screen.findByText('For a bug report')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Claim to balance' }))
    expect(await screen.findByText('Reward claimed successfully')).toBeTruthy()
    expect(api.callsTo(claim)).toHaveLength(1)
  })

  it('claims to payouts where they are offered, after a choice', async () => {
    const { api, user } = renderApp({
      path: '/rewards',
      answers: {
        [list]: ok({
          totals,
          claim_to: ['balance', 'payouts'],
          entries: [entry],
          next_cursor: null,
        }),
        [claim]: ok({ rewards: 1, micro_usd: 2_000_000, totals }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Claim' }))
    await user.click(await screen.findByLabelText('To payouts'))
    const dialog = screen.getByRole('dialog', { name: 'Claim rewards' })
    await user.click(within(dialog).getByRole('button', { name: 'Claim' }))
    await waitFor(() =>
      expect(api.callsTo(claim).map(({ body }) => body)).toEqual([{ to: 'payouts' }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('filters by kind, and claims nothing when there is nothing', async () => {
    const none = { ...totals, claimable_micro_usd: 0 }
    const { api, user } = renderApp({
      path: '/rewards',
      answers: {
        [list]: ok({ totals: none, claim_to: ['balance'], entries: [], next_cursor: null }),
      },
    })
    expect(await screen.findByText('Nothing here yet')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Claim to balance' })
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.selectOptions(screen.getByLabelText('Kind'), 'Promotions')
    await waitFor(() =>
      expect(api.callsTo(list).at(-1)?.query).toMatchObject({ kind: 'promotion' }),
    )
  })
})

it('includes both days of a period, and no text that a spreadsheet would run', () => {
  expect(periodOf({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
    ...{ from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  })
  expect(periodOf({ from: '', to: '2026-1' })).toEqual({})
  expect(
    rewardsCsv([{ ...entry, transaction_id: entry.transaction_id, text: '=1+1' } as never]),
  ).toContain(`"'=1+1"`)
})
