import { MissionAudience, openAudience } from '@gridloom/contract/missions/audience'
import { expect, it } from 'vitest'
import { type AudienceAccount, isForAccount } from './is-for-account.ts'

const nobody: AudienceAccount = {
  ...{ isAmbassador: false, flow: null, country: null, tier: 'bronze' },
}

it('is for everybody unless it says otherwise', () => {
  expect(isForAccount(openAudience, nobody)).toBe(true)
})

it('is for ambassadors alone where it says so', () => {
  const audience = { ...openAudience, who: 'ambassadors' as const }
  expect(isForAccount(audience, nobody)).toBe(false)
  expect(isForAccount(audience, { ...nobody, isAmbassador: true })).toBe(true)
})

it('leaves out accounts that state no flow or country, or another one', () => {
  const audiences: MissionAudience[] = [
    { ...openAudience, flows: ['provider', 'render'] },
    { ...openAudience, countries: ['DE'] },
  ]
  const open = (account: Partial<AudienceAccount>) =>
    audiences.map((audience) => isForAccount(audience, { ...nobody, ...account }))
  expect(open({})).toEqual([false, false])
  expect(open({ flow: 'startup', country: 'FR' })).toEqual([false, false])
  expect(open({ flow: 'render' })).toEqual([true, false])
  expect(open({ country: 'DE' })).toEqual([false, true])
})

it('holds every condition at once, and a higher tier is enough', () => {
  const audience: MissionAudience = {
    ...{ who: 'ambassadors', flows: ['render'], countries: ['DE'], tier_at_least: 'silver' },
  }
  const all: AudienceAccount = {
    ...{ isAmbassador: true, flow: 'render', country: 'DE', tier: 'gold' },
  }
  expect(isForAccount(audience, all)).toBe(true)
  const missing: Partial<AudienceAccount>[] = [
    { isAmbassador: false },
    { flow: null },
    { country: 'AT' },
    { tier: 'bronze' },
  ]
  for (const one of missing) expect(isForAccount(audience, { ...all, ...one })).toBe(false)
})

it('is parsed strictly', () => {
  const isGood = (audience: object) => MissionAudience.safeParse(audience).success
  expect(isGood(openAudience)).toBe(true)
  const bad: object[] = [
    { ...openAudience, flows: ['admin'] },
    { ...openAudience, flows: ['render', 'render'] },
    { ...openAudience, countries: ['de'] },
    { ...openAudience, countries: ['XX'] },
    { ...openAudience, tier_at_least: 'diamond' },
    { ...openAudience, extra: 1 },
    { who: 'everyone' },
  ]
  expect(bad.filter(isGood)).toEqual([])
})
