import { MissionClaimId, MissionId } from '@gridloom/contract/core/ids'
import { openAudience } from '@gridloom/contract/missions/audience'
import type {
  Mission,
  MissionClaim,
  OperatorMission,
  StepProgress,
} from '@gridloom/contract/missions/mission'
import { tierStatus } from '@gridloom/domain/tiers/tier-of'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId, someDetails } from '../../testing/samples.ts'
import { missingWords, timeLeft } from './mission-words.ts'
import { draftOfMission, missionPreview, readMissionDraft } from './operator/mission-draft.ts'
import { missionsOf, sampleTiers } from './tier-samples.ts'

const claimCall = 'POST /content/api/missions/clim'
const step: StepProgress = {
  ...{ fact: 'rented_hours', parameter: null, text: 'Rent instances for 2 hours' },
  ...{ value: 1, at_least: 2, met: false },
}
const mission: Mission = {
  ...{
    id: MissionId.parse(sampleId('msn', 1)),
    title: 'Rent for two hours',
    text: 'On any machine',
    match: 'all',
  },
  ...{
    steps: [step],
    reward_micro_usd: 5_000_000,
    reward_points: 50,
    holding_days: 0,
    period: '2026-W48',
  },
  ...{ repeat: 'weekly', from: '2026-11-23T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z' },
  ...{ claim_until: '2026-12-03T00:00:00.000Z', claims_left: 7, started: false, met: false },
  after: [],
}
const complete: Mission = { ...mission, met: true, steps: [{ ...step, value: 3, met: true }] }
const claimed: MissionClaim = {
  ...{
    id: MissionClaimId.parse(sampleId('mcl', 1)),
    mission_id: mission.id,
    title: mission.title,
    period: '2026-W48',
  },
  ...{ state: 'paid', reward_micro_usd: 5_000_000, reward_points: 50, held_reason: null },
  ...{ decision_text: null, lost_posts: [], reward_claimed: false, appealed_at: null },
  claimed_at: '2026-11-28T10:00:00.000Z',
}
const held: MissionClaim = {
  ...{ ...claimed, state: 'held', held_reason: 'post_gone' },
  lost_posts: [
    {
      ...{ channel: 'mastodon', url: 'https://social.example/@ada/1', outcome: 'gone' },
      ...{ at: '2026-11-28T10:30:00.000Z', found: 'Deleted' },
    },
  ],
}

const draft: OperatorMission = {
  ...{ id: mission.id, state: 'draft', version: 1, title: mission.title, text: '', match: 'all' },
  ...{ steps: [{ fact: 'rented_hours', at_least: 2, parameter: null }], audience: openAudience },
  ...{ after: [], order: 100, holding_days: 0, repeat: 'once', reward_micro_usd: 5_000_000 },
  reward_points: 0,
  ...{ starts_at: '2026-11-21T00:00:00.000Z', ends_at: '2026-12-05T00:00:00.000Z' },
  ...{ claims_max: 100, started: 0, paid: 0, held: 0, paid_micro_usd: 0, budget_micro_usd: 0 },
  ...{ created_at: '2026-11-20T00:00:00.000Z', published_at: null },
}

describe('the missions page', () => {
  it('shows steps with progress, and says what is missing instead of a claim', async () => {
    renderMissions(mission)
    expect(await screen.findByText('1 of 2')).toBeTruthy()
    expect(screen.getByText('Missing: Rent instances for 2 hours (1 of 2)')).toBeTruthy()
    expect(claimButton()).toHaveProperty('disabled', true)
    expect(await screen.findByText('No missions claimed yet')).toBeTruthy()
  })

  it('claims the current mission, and fetches it and the history again', async () => {
    const { user, api } = renderMissions(complete)
    api.answer(claimCall, ok(claimed))
    await screen.findByText('Done')
    api.answer('GET /content/api/missions', ok({ current: null, available: [], ...missionsOf(3) }))
    api.answer('GET /content/api/missions/history', ok({ missions: [claimed], total: 1 }))
    await user.click(claimButton())
    expect(await screen.findByText('Reward claimed successfully')).toBeTruthy()
    expect(await screen.findByText('No mission now')).toBeTruthy()
    const table = await screen.findByRole('table', { name: 'Mission history' })
    expect(within(table).getByText('Paid')).toBeTruthy()
    expect(screen.getByText('3 weeks')).toBeTruthy()
  })

  it('says exactly which fees are missing', async () => {
    const { user, api } = renderMissions(complete)
    const error = '$6.00 more in fees is missing for this reward.'
    api.answer(claimCall, refuse('mission_reward_bound', { error }))
    await screen.findByText('Done')
    await user.click(claimButton())
    expect(await screen.findByText(/\$6\.00 more in fees is missing/)).toBeTruthy()
  })

  it('starts another one, unless one comes before it', async () => {
    const other = { ...mission, id: MissionId.parse(sampleId('msn', 2)), title: 'Render' }
    const later = {
      ...other,
      id: MissionId.parse(sampleId('msn', 3)),
      title: 'Host',
      after: ['Render'],
    }
    const { user, api } = renderMissions(mission, [other, later])
    const start = `POST /content/api/missions/${other.id}/start`
    api.answer(start, ok({ current: other, available: [], ...missionsOf(0) }))
    await user.click(await screen.findByRole('button', { name: 'Start Render' }))
    await waitFor(() => expect(api.callsTo(start).length).toBe(1))
    expect(screen.queryByRole('button', { name: 'Start Host' })).toBeNull()
    expect(screen.getByText('Claim Render first')).toBeTruthy()
  })
})

describe('a claim that is held for a post', () => {
  it('says which post it is and what was found, and is appealed once', async () => {
    const { user, api } = renderMissions(mission, [], [held])
    const table = await screen.findByRole('table', { name: 'Mission history' })
    expect(within(table).getByText('Under review')).toBeTruthy()
    const link = within(table).getByRole('link', { name: 'Post on Mastodon' })
    expect(link.getAttribute('href')).toBe('https://social.example/@ada/1')
    expect(table.textContent).toContain('is not public any more')
    const appealCall = `POST /content/api/missions/claims/${held.id}/appeal`
    api.answer(appealCall, ok({ ...held, appealed_at: '2026-11-28T11:00:00.000Z' }))
    await user.click(within(table).getByRole('button', { name: 'Appeal for Rent for two hours' }))
    await user.click(await screen.findByRole('button', { name: 'Send appeal' }))
    expect(await screen.findByText('Text is required')).toBeTruthy()
    await user.type(screen.getByLabelText('Why it should be paid'), 'It moved')
    api.answer(
      'GET /content/api/missions/history',
      ok({ missions: [{ ...held, appealed_at: '2026-11-28T11:00:00.000Z' }], total: 1 }),
    )
    await user.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(await screen.findByText('You appealed')).toBeTruthy()
    expect(api.callsTo(appealCall)[0]?.body).toEqual({ text: 'It moved' })
    expect(screen.queryByRole('button', { name: /^Appeal for/ })).toBeNull()
  })

  it('is shown to the operator with evidence and appeal, also after a rejection', async () => {
    const reviewed = {
      ...{ ...held, account_id: sampleId('acc', 1), email: 'ada@example.com', evidence: [step] },
      ...{ releases: 0, releases_needed: 1, recovered_micro_usd: 0, open: true },
      ...{ state: 'rejected', reward_claimed: true, appeal_text: 'It moved' },
    }
    renderOperator([draft], { claims: [reviewed], total: 1 })
    const table = await screen.findByRole('table', { name: 'Claims' })
    for (const text of ['Appeal: “It moved”', 'Deleted', 'The reward had been claimed before'])
      expect(within(table).getByText(text)).toBeTruthy()
    expect(
      within(table).getByText('Another operator than the one who rejected it decides'),
    ).toBeTruthy()
    expect(
      within(table).getByRole('button', { name: 'Release claim of ada@example.com' }),
    ).toBeTruthy()
  })
})

describe('the operator’s missions', () => {
  it('say in words what is published, and which amount is held', async () => {
    const { user, api } = renderOperator()
    const preview = await screen.findByText(/Rent instances for 2 hours, between/)
    expect(preview.textContent).toContain('$5.00, 100 times, $500.00 held')
    api.answer(`POST /api/operator/missions/${draft.id}/publish`, ok({ ...draft, state: 'active' }))
    await user.click(screen.getByRole('button', { name: 'Publish Rent for two hours' }))
    expect(await screen.findByText(/\$500\.00 is held for 100 rewards/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Publish mission' }))
    expect(await screen.findByText('Rent for two hours is published')).toBeTruthy()
  })

  it('keep what was typed when a draft is refused', async () => {
    const { user } = renderOperator([])
    await user.click(await screen.findByRole('button', { name: 'New mission' }))
    await user.type(await screen.findByLabelText('Title'), 'Spend')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    expect((await screen.findAllByText('Choose a full hour')).length).toBe(2)
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Spend')
  })
})

it('counts time down, and drafts to terms without a difference', () => {
  const now = Date.parse('2026-11-28T10:00:00.000Z')
  const left = ['2026-12-04T12:00', '2026-11-29T11:00', '2026-11-28T11:00', '2026-11-28T10:00'].map(
    (until) => timeLeft(`${until}:00.000Z`, now),
  )
  expect(left).toEqual(['6 days left', '25 hours left', '1 hour left', 'Ended'])
  expect(missingWords(complete)).toBe('')
  const { reward_micro_usd, steps } = readMissionDraft(draftOfMission(draft))
  expect({ reward_micro_usd, steps }).toEqual({ reward_micro_usd: 5_000_000, steps: draft.steps })
  const spenders = { fact: 'referrals_who_spent', at_least: 3, parameter: 10_000_000 } as const
  const round = readMissionDraft(draftOfMission({ ...draft, steps: [spenders] }))
  expect(round.steps).toEqual([spenders])
  expect(missionPreview(draftOfMission({ ...draft, steps: [spenders], repeat: 'weekly' }))).toBe(
    'Refer 3 accounts that each spend $10.00, between 2026-11-21 00:00 and 2026-12-05 00:00 UTC, once a week each: $5.00, 100 times, $500.00 held',
  )
})

const claimButton = () => screen.getByRole('button', { name: /^Claim\s\$/ })

function renderMissions(
  current: Mission,
  available: Mission[] = [],
  missions: MissionClaim[] = [],
) {
  return renderApp({
    path: '/mission-rewards',
    answers: {
      'GET /content/api/missions': ok({ current, available, ...missionsOf(2) }),
      'GET /content/api/missions/history': ok({ missions, total: missions.length }),
      'GET /api/tiers': ok(tierStatus(sampleTiers, 620)),
    },
  })
}

function renderOperator(
  missions: OperatorMission[] = [draft],
  claims: object = { claims: [], total: 0 },
) {
  const bounds = { share_basis_points: 5_000, grace_hours: 72 }
  return renderApp({
    path: '/operator/missions',
    answers: {
      'GET /api/user/details': ok(someDetails({ role: 'operator' })),
      'GET /api/operator/missions': ok(missions),
      'GET /api/operator/mission-claims': ok(claims),
      'GET /api/operator/tiers': ok(sampleTiers),
      'GET /api/operator/mission-settings': ok({
        ...bounds,
        two_releases_above_micro_usd: 100_000_000,
      }),
    },
  })
}
