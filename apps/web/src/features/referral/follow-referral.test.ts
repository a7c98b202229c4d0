import { api as endpoints } from '@gridloom/contract/api'
import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../api/runtime.tsx'
import {
  type Answer,
  type Answers,
  createFakeApi,
  ok,
  refuse,
  unreachable,
} from '../../testing/fake-api.ts'
import { sampleId } from '../../testing/samples.ts'
import { followReferral } from './follow-referral.ts'
import { nameReferrer } from './kept-referral.ts'
import { readReferralSearch } from './referral-search.ts'

const click = 'POST /api/affiliate/clicks'
const refer = 'POST /api/affiliate/referral'
const clickId = sampleId('clk', 1)

describe('a link of an affiliate', () => {
  it('leads to the page that it names, and is named as the referrer after a sign-in', async () => {
    const { runtime, api } = setup({ [click]: ok({ known: true, click_id: clickId }) })
    const followed = { code: 'ada', to: '/prices', campaign: 'Autumn' }
    expect(await followReferral(runtime, { ...followed, code: 'ada-link' })).toBe('/prices')
    expect(api.callsTo(click)[0]?.body).toEqual({
      ...{ code: 'ada-link', to: '/prices', campaign: 'Autumn' },
    })
    await nameReferrer(runtime)
    expect(api.callsTo(refer)[0]?.body).toEqual({ code: 'ada-link', click_id: clickId })
    expect(runtime.kept.read('referral')).toBeUndefined()
    await nameReferrer(runtime)
    expect(api.callsTo(refer)).toHaveLength(1)
  })

  it('leaves nothing in a browser that asks not to be tracked', async () => {
    const { runtime } = setup({ [click]: ok({ known: true, click_id: null }) })
    expect(await followReferral(runtime, { code: 'ada-link' })).toBe('/onboarding')
    expect(runtime.kept.read('referral')).toBeUndefined()
  })

  it.each([
    ['an answer of the server', refuse('referral_too_late'), undefined],
    ['a broken connection', unreachable(), 'ada-link'],
  ])('is forgotten only after an answer: %s', async (_name, answer, left) => {
    const { runtime } = setup({ [click]: ok({ known: true, click_id: clickId }), [refer]: answer })
    await followReferral(runtime, { code: 'ada-link' })
    await nameReferrer(runtime)
    const kept = runtime.kept.read('referral')
    expect(kept === undefined ? undefined : JSON.parse(kept).code).toBe(left)
  })

  it.each<[string, Answer]>([
    ['unknown', ok({ known: false, click_id: null })],
    ['not recorded', unreachable()],
  ])('leads to the start page where it is %s', async (_name, answer) => {
    const { runtime } = setup({ [click]: answer })
    expect(await followReferral(runtime, { code: 'ada-link' })).toBe('/onboarding')
  })
})

it('reads only pages of the site and short names from the address', () => {
  for (const to of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'prices',
    7,
    '/a b',
  ])
    expect(readReferralSearch({ to })).toEqual({})
  expect(
    readReferralSearch({ to: '/prices?x=1', campaign: ` ${'a'.repeat(80)}`, sub_id: 7 }),
  ).toEqual({
    ...{ to: '/prices?x=1', campaign: 'a'.repeat(60), sub_id: '7' },
  })
  expect(readReferralSearch({ campaign: 'a\u0000b', sub_id: '' })).toEqual({})
})

function setup(answers: Answers) {
  localStorage.clear()
  const api = createFakeApi({
    'GET /api/access-code/ada-link': ok({ known: false }),
    [refer]: ok({}),
    ...answers,
  })
  const runtime = createRuntime({
    ...{ origin: 'http://localhost', endpoints, page: { cookie: '' }, fetch: api.fetch },
  })
  return { api, runtime }
}
