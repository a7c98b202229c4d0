import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

it('shows the current mission with its progress, and the others', async () => {
  await using world = await aWorld({ answers: { 'missions.current': () => missions } })
  const { stdout } = await world.run('missions', 'list')
  expect(stdout).toMatch(/Mission +Rent for two hours \(mmmm1111\)/)
  expect(stdout).toMatch(/Until +2026-12-01 01:00 Europe\/Berlin/)
  expect(stdout).toContain('[x] Rent for 2 hours (2 of 2)')
  expect(stdout).toContain('Claim it: gridloom missions claim')
  expect(stdout).toMatch(/mmmm2222 +Invite three +\$5\.00 +after Rent for two hours/)
  expect(stdout).toContain('Streak: 2 weeks.')
})

it('starts a mission by its title', async () => {
  await using world = await aWorld({
    answers: { 'missions.current': () => missions, 'missions.start': () => missions },
  })
  expect((await world.run('missions', 'start', 'invite three')).stdout).toBe(
    'Started: Invite three.\n',
  )
  expect(world.server.calls.at(-1)?.params).toMatchObject({ id: idEndingIn('msn', 'mmmm2222') })
  expect((await world.run('missions', 'start', 'nothing')).stderr).toContain('No mission named')
})

it.each([
  ['paid', /^Reward claimed successfully: \$2\.00 for Rent for two hours\./],
  ['held', /It is held until/],
])('claims the reward of the current mission: %s', async (state, text) => {
  await using world = await aWorld({ answers: { 'missions.claim': () => aClaim({ state }) } })
  expect((await world.run('missions', 'claim')).stdout).toMatch(text)
})

it('lists what was claimed, with the reason of a decision', async () => {
  const claim = aClaim({ state: 'rejected', decision_text: 'The post was copied.' })
  await using world = await aWorld({
    answers: { 'missions.history': () => ({ missions: [claim], total: 1 }) },
  })
  expect((await world.run('missions', 'history')).stdout).toMatch(
    /2026-11-28 09:00:00 +Rent for two hours +once +\$2\.00 +rejected +The post was copied\./,
  )
})

const mission = {
  ...{ id: idEndingIn('msn', 'mmmm1111'), title: 'Rent for two hours', text: '', match: 'all' },
  steps: [
    {
      ...{ fact: 'rented_hours', parameter: null, text: 'Rent for 2 hours' },
      ...{ value: 3, at_least: 2, met: true },
    },
  ],
  ...{ reward_micro_usd: 2_000_000, holding_days: 0, period: 'once', repeat: 'once' },
  ...{ from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  ...{ claim_until: '2026-12-04T00:00:00.000Z', claims_left: 5, started: true, met: true },
  after: [],
}
const missions = {
  current: mission,
  available: [
    {
      ...mission,
      ...{ id: idEndingIn('msn', 'mmmm2222'), title: 'Invite three', started: false, met: false },
      ...{ reward_micro_usd: 5_000_000, after: ['Rent for two hours'] },
    },
  ],
  streak_weeks: 2,
}

function aClaim(change: object) {
  return {
    ...{ id: idEndingIn('mcl', 'kkkk1111'), mission_id: mission.id, title: mission.title },
    ...{ period: 'once', state: 'paid', reward_micro_usd: 2_000_000, held_reason: null },
    ...{ decision_text: null, claimed_at: '2026-11-28T09:00:00.000Z' },
    ...change,
  }
}
