import { createTestClock } from '@gridloom/async/test-clock'
import { startViesStandIn, type ViesMood } from '@gridloom/testkit/vies-stand-in'
import { describe, expect, it } from 'vitest'
import { createVies } from './vies.ts'

const number = 'WAPIAAAAZxyz123'

describe('VIES', () => {
  it.each([
    ['valid', 'valid', number],
    ['invalid', 'invalid', number],
    ['INVALID_REQUESTER_INFO', 'valid', null],
  ] as const)('that answers %s is understood', async (mood, verdict, consultationNumber) => {
    await using site = await setup(mood)
    expect(await site.vies.ask('FR26936116482')).toEqual({ verdict, consultationNumber })
    expect(site.standIn.questions[0]).toEqual({
      ...{ countryCode: 'FR', vatNumber: '26936116482' },
      ...{ requesterMemberStateCode: 'DE', requesterNumber: '136695976' },
    })
  })

  it.each([
    ['MS_UNAVAILABLE', 'MS_UNAVAILABLE'],
    ['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
    ['TIMEOUT', 'TIMEOUT'],
    ['MS_MAX_CONCURRENT_REQ', 'MS_MAX_CONCURRENT_REQ'],
    ['GLOBAL_MAX_CONCURRENT_REQ', 'GLOBAL_MAX_CONCURRENT_REQ'],
    ['page of HTML', 'not_reached'],
    ['endless', 'not_reached'],
    ['broken off', 'not_reached'],
    ['redirect', 'not_reached'],
  ] satisfies [ViesMood, string][])('that fails by %s gives no answer', async (mood, failure) => {
    await using site = await setup(mood)
    expect(await site.vies.ask('FR26936116482')).toEqual({ verdict: 'none', failure })
  })

  it('that says nothing is given up after ten seconds', async () => {
    await using site = await setup('silent')
    const answer = site.vies.ask('FR26936116482')
    await expect.poll(() => site.standIn.questions.length).toBe(1)
    await site.clock.advance(10_000)
    expect(await answer).toEqual({ verdict: 'none', failure: 'not_reached' })
  })

  it('is not asked again within a minute about a country that gave no answer', async () => {
    await using site = await setup('MS_UNAVAILABLE')
    await site.vies.ask('FR26936116482')
    site.standIn.mood = 'valid'
    expect(await site.vies.ask('FR77293807137')).toMatchObject({ failure: 'asked_a_moment_ago' })
    expect(await site.vies.ask('ATU69070293')).toMatchObject({ verdict: 'valid' })
    await site.clock.advance(60_000)
    expect(await site.vies.ask('FR77293807137')).toMatchObject({ verdict: 'valid' })
  })

  it('gives no consultation number to a seller without a VAT ID', async () => {
    await using site = await setup('valid', null)
    expect(await site.vies.ask('EL795557578')).toMatchObject({ consultationNumber: null })
    expect(site.standIn.questions).toEqual([{ countryCode: 'EL', vatNumber: '795557578' }])
  })
})

async function setup(mood: ViesMood, requester: string | null = 'DE136695976') {
  const standIn = await startViesStandIn()
  standIn.mood = mood
  const clock = createTestClock()
  const vies = createVies({ url: standIn.url, requester, clock })
  return { standIn, clock, vies, [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose]() }
}
