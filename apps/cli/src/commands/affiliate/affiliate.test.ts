import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const figures = {
  ...{ clicks: 12, visitors: 10, sign_ups: 3, activated: 1 },
  ...{ spent_micro_usd: 50_000_000, commission_micro_usd: 1_000_000 },
}
const status = {
  ...{ code: 'ada', chosen: true, link: 'https://gridloom.example/ada', totals: figures },
  ...{ pending_micro_usd: 400_000, claimable_micro_usd: 600_000, claimed_micro_usd: 0 },
  reviews: [],
  terms: {
    ...{ compute_basis_points: 2_000, rendering_basis_points: 2_000, models_basis_points: 2_000 },
    ...{ storage_basis_points: 500, months: 12, holding_days: 30, minimum_micro_usd: 1_000_000 },
    ...{ second_level_basis_points: 0, beta_accounts_per_month: 0 },
  },
}
const referral = {
  ...{ id: idEndingIn('ref', 'rrrr1111'), affiliate_account_id: idEndingIn('acc', 'aaaa1111') },
  ...{ affiliate_email: 'ada@example.com', referred_account_id: idEndingIn('acc', 'bbbb2222') },
  ...{ referred_email: 'bob@example.com', state: 'held', held_reason: 'same_mailbox' },
  ...{ decision_text: null, spent_micro_usd: 0, commission_micro_usd: 0 },
  ...{ appeal_text: 'We share a flat', appealed_at: '2026-11-28T10:00:00.000Z' },
  signals: [
    {
      ...{ rule: 'same_mailbox', points: 100, evidence: 'They have a mailbox in common.' },
      ...{ found_at: '2026-11-28T09:00:00.000Z', expires_at: '2026-12-28T09:00:00.000Z' },
    },
  ],
  joined_at: '2026-11-28T09:00:00.000Z',
}

it('shows the link with its figures, and writes links to pages', async () => {
  await using world = await aWorld({
    answers: {
      'affiliate.status': () => status,
      'affiliate.stats': () => ({
        ...{ by: 'campaign', from: '2026-11-01', to: '2026-11-28' },
        rows: [{ key: 'Autumn', ...figures }],
      }),
    },
  })
  const shown = (await world.run('affiliate', 'status')).stdout
  expect(shown).toContain('12 clicks, 3 sign-ups, 1 paying, who spent $50.00')
  const words = ['affiliate', 'link', '--to', '/prices', '--campaign', 'Autumn']
  expect((await world.run(...words)).stdout).toBe(
    'https://gridloom.example/ada?to=%2Fprices&campaign=Autumn\n',
  )
  const stats = await world.run('affiliate', 'stats', '--by', 'campaign')
  expect(stats.stdout).toMatch(/Autumn +12 +3 +1 +\$50\.00 +\$1\.00/)
  expect(world.server.calls.at(-1)?.query).toMatchObject({ by: 'campaign' })
})

it('lists referrals under review for the operator, and decides by the end of an ID', async () => {
  await using world = await aWorld({
    answers: {
      'affiliate.review': () => ({ referrals: [referral], total: 1 }),
      'affiliate.decide': () => ({ ...referral, state: 'rejected', decision_text: 'One person' }),
    },
  })
  expect((await world.run('operator', 'referrals')).stdout).toContain('same_mailbox')
  const words = ['operator', 'referrals', 'reject', 'rrrr1111', '--reason', 'One person']
  expect((await world.run(...words)).stdout).toBe('Referral rrrr1111 is rejected now.\n')
  expect(world.server.calls.at(-1)?.body).toEqual({ decision: 'reject', reason: 'One person' })
})

it('shows evidence, appeals, and changes the terms that are given', async () => {
  await using world = await aWorld({
    answers: {
      'affiliate.review': () => ({ referrals: [referral], total: 1 }),
      'affiliate.changeTerms': () => ({ ...status.terms, second_level_basis_points: 1_000 }),
      'affiliate.appeal': () => ({
        ...{ number: 3, month: '2026-11', by: 'click', state: 'held', held_reason: 'same_card' },
        ...{ activated: true, commission_micro_usd: 0, appealed_at: '2026-11-28T10:00:00.000Z' },
      }),
      'affiliate.payouts': () => ({
        payouts: [
          { text: 'Commission', micro_usd: 5, at: '2026-11-28T10:00:00.000Z', claimed_at: null },
        ],
        total: 1,
      }),
    },
  })
  const shown = (await world.run('operator', 'referrals', 'show', 'rrrr1111')).stdout
  expect(shown).toContain('same_mailbox (100): They have a mailbox in common.')
  expect(shown).toContain('Appeal: We share a flat')
  const words = ['operator', 'affiliate-terms', '--second-level-basis-points', '1000']
  expect((await world.run(...words)).stdout).toContain('second_level_basis_points: 1000')
  expect(world.server.calls.at(-1)?.body).toEqual({ second_level_basis_points: 1_000 })
  expect((await world.run('affiliate', 'appeal', '3', '--text', 'Not me')).stdout).toBe(
    'Your appeal of referral 3 is stored.\n',
  )
  expect((await world.run('affiliate', 'payouts')).stdout).toContain('claimable')
})
