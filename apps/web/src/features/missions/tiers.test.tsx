import { openAudience } from '@gridloom/contract/missions/audience'
import type { Leaderboard } from '@gridloom/contract/tiers/leaderboard'
import { tierStatus } from '@gridloom/domain/tiers/tier-of'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { someDetails } from '../../testing/samples.ts'
import { streakWords } from './mission-words.ts'
import { missionPreview, newMissionDraft } from './operator/mission-draft.ts'
import { missionsOf, sampleTiers } from './tier-samples.ts'

const board: Leaderboard = {
  week: '2026-W48',
  entries: [
    { rank: 1, name: 'Bo B', tier: 'silver', badge: 'Silver', points: 1_600, own: false },
    { rank: 2, name: 'Ada', tier: 'bronze', badge: 'Bronze', points: 300, own: true },
  ],
  next_cursor: '300:ada',
  own: { name: 'Ada', points: 300, rank: 2 },
}
const boardCall = 'GET /api/leaderboard'
const joinCall = 'PUT /api/leaderboard/name'

describe('the tier', () => {
  it('says how far the next one is, and what each gives', async () => {
    renderMissions('/mission-rewards?tab=tier')
    expect(await screen.findByText('1,380 points to Gold')).toBeTruthy()
    expect(screen.getByText('620 of 2,000')).toBeTruthy()
    const own = screen.getByText('Silver (yours)').closest('li')
    expect(own?.textContent).toContain('Mission rewards are pending for 3 days less')
    expect(own?.textContent).toContain('100 more planned posts at a time')
  })

  it('and the streak are on the missions page, with what decides which missions are shown', async () => {
    const { user, api } = renderMissions('/mission-rewards')
    expect(await screen.findByText('1,380 points to Gold')).toBeTruthy()
    expect(screen.getByText(/Longest: 5 weeks\. Claim a reward within/)).toBeTruthy()
    expect(screen.getByText(/which you have not saved yet/)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'billing details' })
    expect(link.getAttribute('href')).toBe('/account?section=billing&tab=invoices')
    const put = 'PUT /api/user/flow'
    api.answer(put, ok({ flow: 'render' }))
    await user.click(screen.getByRole('combobox', { name: 'You came to' }))
    await user.click(await screen.findByRole('option', { name: 'Render' }))
    await waitFor(() => expect(api.callsTo(put).at(-1)?.body).toEqual({ flow: 'render' }))
  })
})

describe('the leaderboard', () => {
  it('shows names with points, the own place, and further pages', async () => {
    const { user, api } = renderMissions('/mission-rewards?tab=leaderboard')
    const table = await screen.findByRole('table', { name: 'Leaderboard' })
    expect(within(table).getByText('1,600')).toBeTruthy()
    expect(screen.getByText('You have 300 points: rank 2.')).toBeTruthy()
    api.answer(
      boardCall,
      ok({
        ...board,
        next_cursor: null,
        entries: [{ rank: 3, name: 'Cyd', tier: 'gold', badge: 'Gold', points: 20, own: false }],
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await within(table).findByText('Cyd')).toBeTruthy()
    expect(within(table).getByText('Bo B')).toBeTruthy()
  })

  it('is joined by a name, which is kept when it is refused', async () => {
    const off = { ...board, entries: [], next_cursor: null }
    const { user, api } = renderMissions('/mission-rewards?tab=leaderboard', {
      [boardCall]: ok({ ...off, own: { name: null, points: 0, rank: null } }),
      [joinCall]: refuse('public_name_taken'),
    })
    expect(await screen.findByText('Nobody is shown yet')).toBeTruthy()
    const field = await screen.findByLabelText('Public name')
    await user.type(field, 'Ada')
    await user.click(screen.getByRole('button', { name: 'Join the leaderboard' }))
    expect(await screen.findByText(/This name is taken/)).toBeTruthy()
    expect(field).toHaveProperty('value', 'Ada')
    api.answer(joinCall, ok({ name: 'Ada' }))
    await user.click(screen.getByRole('button', { name: 'Join the leaderboard' }))
    expect(await screen.findByText('You are on the leaderboard as Ada')).toBeTruthy()
  })

  it('is left after a confirmation', async () => {
    const { user, api } = renderMissions('/mission-rewards?tab=leaderboard')
    const leave = 'DELETE /api/leaderboard/name'
    api.answer(leave, ok({ name: null }))
    await user.click(await screen.findByRole('button', { name: 'Leave the leaderboard' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Leave the leaderboard' }))
    await waitFor(() => expect(api.callsTo(leave)).toHaveLength(1))
  })
})

describe('the operator’s tiers', () => {
  it('are changed in place, and refused out of order before they are sent', async () => {
    const { user, api } = renderOperator()
    const silver = await screen.findByRole('group', { name: 'Tier 2' })
    const points = within(silver).getByLabelText('From points')
    await user.clear(points)
    await user.type(points, '3000')
    await user.click(screen.getByRole('button', { name: 'Save tiers' }))
    expect(await screen.findByText('Needs more points than the tier before')).toBeTruthy()
    await user.clear(points)
    await user.type(points, '600')
    const put = 'PUT /api/operator/tiers'
    api.answer(put, ok(sampleTiers))
    await user.click(screen.getByRole('button', { name: 'Save tiers' }))
    await waitFor(() => expect(api.callsTo(put)).toHaveLength(1))
    expect(api.callsTo(put)[0]?.body).toMatchObject({ tiers: [{}, { points: 600 }, {}, {}] })
  })
})

it('says in words how a streak is kept, and for whom a mission is', () => {
  const now = Date.parse('2026-11-28T10:00:00.000Z')
  const { streak } = missionsOf(2)
  expect(streakWords(streak, now)).toBe(
    'Longest: 5 weeks. Claim a reward within 38 hours to keep it',
  )
  const kept = { ...streak, weeks: 5, claimed_this_week: true }
  expect(streakWords(kept, now)).toBe('Kept this week')
  expect(streakWords({ ...streak, weeks: 0, longest_weeks: 0 }, now)).toBe(
    'Claim a reward to begin one',
  )
  const draft = { ...newMissionDraft(), usd: 5, points: 50, claims_max: 2 }
  expect(missionPreview(draft)).toBe(
    'Rent instances for 1 hour, between … and … UTC: $5.00 and 50 points, 2 times, $10.00 held',
  )
  const audience = { ...openAudience, tier_at_least: 'gold' as const, countries: ['DE', 'AT'] }
  expect(missionPreview({ ...draft, audience: { ...audience, flows: ['render'] } })).toContain(
    'UTC, for accounts who came to render, in Germany or Austria, from gold on: $5.00',
  )
})

function renderMissions(path: string, answers: Answers = {}) {
  return renderApp({
    path,
    answers: {
      'GET /content/api/missions': ok({ current: null, available: [], ...missionsOf(2) }),
      'GET /content/api/missions/history': ok({ missions: [], total: 0 }),
      'GET /api/tiers': ok(tierStatus(sampleTiers, 620)),
      [boardCall]: ok(board),
      ...answers,
    },
  })
}

function renderOperator() {
  return renderApp({
    path: '/operator/missions',
    answers: {
      'GET /api/user/details': ok(someDetails({ role: 'operator' })),
      'GET /api/operator/missions': ok([]),
      'GET /api/operator/mission-claims': ok({ claims: [], total: 0 }),
      'GET /api/operator/tiers': ok(sampleTiers),
      'GET /api/operator/mission-settings': ok({
        ...{ share_basis_points: 5_000, grace_hours: 72 },
        two_releases_above_micro_usd: 100_000_000,
      }),
    },
  })
}
