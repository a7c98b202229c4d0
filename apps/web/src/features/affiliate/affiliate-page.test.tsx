import type { Affiliate, StatsRow } from '@gridloom/contract/affiliate/affiliate'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { linkWith, statsCsv, termsInWords } from './affiliate-words.ts'

const chooseCode = 'PUT /api/affiliate/code'
const figures = {
  ...{ clicks: 12, visitors: 10, sign_ups: 3, activated: 1 },
  ...{ spent_micro_usd: 50_000_000, commission_micro_usd: 1_000_000 },
}
const terms = {
  ...{ compute_basis_points: 2_000, rendering_basis_points: 2_000, models_basis_points: 2_000 },
  ...{ storage_basis_points: 500, months: 12, holding_days: 30, minimum_micro_usd: 1_000_000 },
}
const affiliate: Affiliate = {
  ...{ code: 'k7mnpqrs', chosen: false, link: 'https://gridloom.example/k7mnpqrs', terms },
  ...{ totals: figures, pending_micro_usd: 400_000, claimable_micro_usd: 600_000 },
  claimed_micro_usd: 0,
}
const row: StatsRow = { key: 'Autumn', ...figures }
const rowOf = (by = 'day') => (by === 'day' ? { ...row, key: '2026-11-28' } : row)

describe('the affiliate page', () => {
  it('shows the link, what it led to, and who came, without a name', async () => {
    renderAffiliate()
    expect((await screen.findAllByText('https://gridloom.example/k7mnpqrs')).length).toBe(1)
    const table = await screen.findByRole('table', { name: 'Figures by campaign' })
    expect(within(table).getByText('Autumn')).toBeTruthy()
    expect(await screen.findByText('No. 3')).toBeTruthy()
    expect(screen.getByText('The same mailbox as yours')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open rewards' }).getAttribute('href')).toBe('/rewards')
  })

  it('builds a link to a page of the site, and to no other site', async () => {
    const { user } = renderAffiliate()
    await user.type(await screen.findByLabelText('Campaign'), 'Autumn')
    expect(screen.getByText('https://gridloom.example/k7mnpqrs?campaign=Autumn')).toBeTruthy()
    await user.type(screen.getByLabelText('Page'), '//evil.example')
    expect(screen.getByText('Use a path of this site, such as /prices')).toBeTruthy()
    expect(screen.getByText('https://gridloom.example/k7mnpqrs?campaign=Autumn')).toBeTruthy()
  })

  it('keeps a code that is taken in the field, and says so', async () => {
    const { user, api } = renderAffiliate()
    api.answer(
      chooseCode,
      refuse('affiliate_code_taken', { fields: { code: 'This code is taken' } }),
    )
    await user.click(await screen.findByRole('button', { name: 'Choose your code' }))
    await user.type(await screen.findByLabelText('Code'), 'ada')
    await user.click(screen.getByRole('button', { name: 'Choose code' }))
    expect(await screen.findByText('This code is taken')).toBeTruthy()
    expect(screen.getByLabelText('Code')).toHaveProperty('value', 'ada')
  })

  it('says what to do first where nobody has followed the link', async () => {
    const nothing = { by: 'campaign', from: '2026-11-01', to: '2026-11-28', rows: [] } as const
    const { api } = renderAffiliate()
    api.answer('GET /api/affiliate/stats', ok(nothing))
    expect(await screen.findByText('No clicks in these days')).toBeTruthy()
  })
})

it('writes links, terms and figures exactly', () => {
  expect(linkWith(affiliate.link, { to: '/prices', campaign: 'a b', subId: '' })).toBe(
    'https://gridloom.example/k7mnpqrs?to=%2Fprices&campaign=a+b',
  )
  expect(termsInWords(terms)[0]).toContain('20% of our fee')
  expect(statsCsv('campaign', [{ ...row, key: '=1+1' }])).toContain(`"'=1+1"`)
})

function renderAffiliate() {
  return renderApp({
    path: '/dashboard/affiliate',
    answers: {
      'GET /api/affiliate': ok(affiliate),
      'GET /api/affiliate/stats': (call) =>
        ok({
          by: call.query.by,
          from: '2026-11-01',
          to: '2026-11-28',
          rows: [rowOf(call.query.by)],
        })(call),
      'GET /api/affiliate/referrals': ok({
        total: 1,
        referrals: [
          {
            ...{ number: 3, month: '2026-11', by: 'click', state: 'held' },
            ...{ held_reason: 'same_mailbox', activated: true, commission_micro_usd: 1_000_000 },
          },
        ],
      }),
    },
  })
}
