import type { Affiliate, StatsRow } from '@gridloom/contract/affiliate/affiliate'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId } from '../../testing/samples.ts'
import { aWebhook } from '../../testing/webhook-samples.ts'
import { linkWith, statsCsv, termsInWords } from './affiliate-words.ts'

const chooseCode = 'PUT /api/affiliate/code'
const figures = {
  ...{ clicks: 12, visitors: 10, sign_ups: 3, activated: 1 },
  ...{ spent_micro_usd: 50_000_000, commission_micro_usd: 1_000_000 },
}
const terms = {
  ...{ compute_basis_points: 2_000, rendering_basis_points: 2_000, models_basis_points: 2_000 },
  ...{ storage_basis_points: 500, months: 12, holding_days: 30, minimum_micro_usd: 1_000_000 },
  ...{ second_level_basis_points: 0, beta_accounts_per_month: 0 },
}
const affiliate: Affiliate = {
  ...{ code: 'k7mnpqrs', chosen: false, link: 'https://gridloom.example/k7mnpqrs', terms },
  ...{ totals: figures, pending_micro_usd: 400_000, claimable_micro_usd: 600_000 },
  claimed_micro_usd: 0,
  reviews: [],
}
const aTime = '2026-11-28T12:00:00.000Z'
const held = {
  ...{ number: 3, month: '2026-11', by: 'click', state: 'held', appealed_at: null },
  ...{ held_reason: 'same_mailbox', activated: true, commission_micro_usd: 1_000_000 },
}
const banner = {
  ...{ id: sampleId('med', 1), title: '"Faster"', text: '', sub_id: 'faster-000001' },
  picture: {
    url: 'https://gridloom.example/content/api/media/creatives/med_1',
    ...{ width: 300, height: 250, size: 'Medium rectangle' },
  },
}
const postback = aWebhook({
  ...{ id: sampleId('whk', 2), name: 'Tracker', url: 'https://tracker.example/?c={click_id}' },
  events: ['affiliate.signed_up'],
})
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

  it('appeals for a referral that is held, once', async () => {
    const { user, api } = renderAffiliate()
    api.answer('POST /api/affiliate/referrals/3/appeal', ok({ ...held, appealed_at: aTime }))
    await user.click(await screen.findByRole('button', { name: 'Appeal for referral no. 3' }))
    await user.type(await screen.findByLabelText('Why it should count'), 'We share a flat')
    await user.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(api.callsTo('POST /api/affiliate/referrals/3/appeal')[0]?.body).toEqual({
      text: 'We share a flat',
    })
  })

  it('has banners with their size and the own link in escaped HTML, and what they led to', async () => {
    renderAffiliate()
    expect(await screen.findByText('Medium rectangle, 300 × 250 px')).toBeTruthy()
    expect(
      screen.getByText(
        `<a href="https://gridloom.example/k7mnpqrs?campaign=creatives&amp;sub_id=faster-000001" target="_blank" rel="sponsored noopener"><img src="${banner.picture.url}" width="300" height="250" alt="&quot;Faster&quot;" loading="lazy"></a>`,
      ),
    ).toBeTruthy()
    expect(screen.getByText('0 clicks, 0 sign-ups in 30 days')).toBeTruthy()
  })

  it('says why the account is under review, and appeals', async () => {
    const review = { rule: 'bought_visits', state: 'held', found_at: aTime, appealed_at: null }
    const { user, api } = renderAffiliate()
    api.answer('GET /api/affiliate', ok({ ...affiliate, reviews: [review] }))
    const appeal = 'POST /api/affiliate/reviews/bought_visits/appeal'
    api.answer(appeal, ok({ ...review, appealed_at: aTime }))
    await user.click(
      await screen.findByRole('button', { name: 'Appeal: Visitors that look bought' }),
    )
    await user.type(await screen.findByLabelText('Why it should not be held'), 'A newsletter')
    await user.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(api.callsTo(appeal)[0]?.body).toEqual({ text: 'A newsletter' })
  })

  it('lists payouts and postback URLs, and makes one with macros for its own events', async () => {
    const { user, api } = renderAffiliate()
    expect(await screen.findByText(/until 2026-10-28/)).toBeTruthy()
    const table = await screen.findByRole('table', { name: 'Postback URLs' })
    expect(within(table).getByText('Tracker')).toBeTruthy()
    expect(within(table).queryByText('Production')).toBeNull()
    expect(screen.getByRole('button', { name: 'Send test event' })).toBeTruthy()
    api.answer('POST /api/webhooks', ok({ webhook: postback, secret: 'whsec_x' }, 201))
    await user.click(screen.getByRole('button', { name: 'New postback URL' }))
    expect(await screen.findByLabelText('affiliate.commission_booked')).toBeTruthy()
    expect(screen.queryByLabelText('instance.ready')).toBeNull()
    await user.click(screen.getByLabelText('URL'))
    await user.paste('https://tracker.example/?cid={click_id}')
    await user.click(screen.getByRole('button', { name: 'Create postback URL' }))
    await screen.findByText('whsec_x')
    expect(api.callsTo('POST /api/webhooks')[0]?.body).toMatchObject({
      ...{ url: 'https://tracker.example/?cid={click_id}' },
      events: ['affiliate.signed_up', 'affiliate.activated', 'affiliate.commission_booked'],
    })
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
      'GET /api/affiliate/creatives': ok({ creatives: [banner] }),
      'GET /api/affiliate/payouts': ok({
        payouts: [
          {
            ...{ text: 'Affiliate commission for fees until 2026-10-28', micro_usd: 5_000_000 },
            ...{ at: '2026-11-28T01:25:00.000Z', claimed_at: null },
          },
        ],
        total: 1,
      }),
      'GET /api/webhooks': ok([aWebhook(), postback]),
      [`GET /api/webhooks/${postback.id}/deliveries`]: ok({ deliveries: [], next_cursor: null }),
      'GET /api/affiliate/referrals': ok({
        total: 1,
        referrals: [held],
      }),
    },
  })
}
