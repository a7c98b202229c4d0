import { openAudience } from '@gridloom/contract/missions/audience'
import { describe, expect, it } from 'vitest'
import { aMission, dayMs, hourMs, usd, withMissions } from '../../../test/missions.ts'
import { refusalOf } from '../../../test/people.ts'

describe('a mission', () => {
  it('holds its budget when it is published, and pays once into the rewards', async () => {
    await using fixture = await withMissions()
    const { client, id } = await fixture.renter()
    await fixture.publish()
    expect(await fixture.money()).toEqual({ rewards: 0, budget: 500 * usd })
    const { current } = await client.missions.current()
    expect(current).toMatchObject({
      ...{ title: 'Rent for two hours', met: false, started: false, claims_left: 100 },
      steps: [{ text: 'Rent instances for 2 hours', value: 0, at_least: 2, met: false }],
      claim_until: '2026-12-08T00:00:00.000Z',
    })
    expect(await refusalOf(client.missions.claim())).toMatchObject({
      code: 'mission_unmet',
      details: { missing: 'Rent instances for 2 hours (0 of 2)' },
    })
    await fixture.rent(id)
    expect(await client.missions.claim()).toMatchObject({
      ...{ state: 'paid', reward_micro_usd: 5 * usd, period: 'once' },
    })
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 495 * usd })
    expect((await client.rewards.list({ query: {} })).entries).toMatchObject([
      { kind: 'reward', state: 'claimable', text: 'Mission: Rent for two hours' },
    ])
    expect(await client.missions.current()).toMatchObject({ current: null, streak_weeks: 1 })
    expect(await refusalOf(client.missions.claim())).toMatchObject({ code: 'mission_none' })
    expect(await client.missions.history({ query: {} })).toMatchObject({
      ...{ total: 1, missions: [{ title: 'Rent for two hours', state: 'paid' }] },
    })
  })

  it('pays two claims at the same instant once', async () => {
    await using fixture = await withMissions()
    const { id } = await fixture.renter()
    await fixture.publish()
    await fixture.rent(id)
    const claims = Array.from({ length: 8 }, () => refusalOf(fixture.claim(id)))
    const codes = (await Promise.all(claims)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'good')).toHaveLength(1)
    const refused = codes.filter((code) => code !== 'good')
    expect(['mission_claimed', 'mission_none']).toEqual(expect.arrayContaining(refused))
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 495 * usd })
  })

  it('never pays more than its budget, however many claim at once', async () => {
    await using fixture = await withMissions()
    const renters = await Promise.all(Array.from({ length: 10 }, () => fixture.renter()))
    await fixture.publish({ claims_max: 4 })
    for (const { id } of renters) await fixture.rent(id)
    const claims = renters.flatMap(({ id }) => [0, 1].map(() => refusalOf(fixture.claim(id))))
    const codes = (await Promise.all(claims)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'good')).toHaveLength(4)
    expect(codes).toContain('mission_used_up')
    expect(await fixture.money()).toEqual({ rewards: 20 * usd, budget: 0 })
  })

  it('counts what was done within its window, and is claimed in its last millisecond of grace', async () => {
    await using fixture = await withMissions()
    const [early, late] = [await fixture.renter(), await fixture.renter()]
    await fixture.publish()
    await fixture.rent(early.id)
    const end = Date.parse(aMission.ends_at)
    await fixture.clock.jump(end + hourMs - fixture.clock.now().getTime())
    await fixture.rent(late.id)
    expect((await fixture.missions(late.id)).current).toBeNull()
    expect(await refusalOf(fixture.claim(late.id))).toMatchObject({ code: 'mission_none' })
    await fixture.clock.jump(71 * hourMs - 1)
    expect(await fixture.claim(early.id)).toMatchObject({ state: 'paid' })
    await fixture.clock.jump(1)
    await fixture.close()
    await fixture.close()
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 0 })
  })

  it('that repeats weekly is paid once a week, and counts the weeks in a row', async () => {
    await using fixture = await withMissions()
    const { id } = await fixture.renter()
    await fixture.publish({ repeat: 'weekly' })
    await fixture.rent(id)
    expect(await fixture.claim(id)).toMatchObject({ period: '2026-W47' })
    expect(await refusalOf(fixture.claim(id))).toMatchObject({ code: 'mission_none' })
    await fixture.clock.jump(2 * dayMs)
    expect(await refusalOf(fixture.claim(id))).toMatchObject({ code: 'mission_unmet' })
    await fixture.rent(id)
    expect(await fixture.claim(id)).toMatchObject({ period: '2026-W48' })
    expect(await fixture.missions(id)).toMatchObject({ streak_weeks: 2 })
  })

  it('keeps its version for those who started it', async () => {
    await using fixture = await withMissions()
    const [early, late] = [await fixture.renter(), await fixture.renter()]
    const { id, ...published } = await fixture.publish()
    await early.client.missions.start({ params: { id } })
    const { title, text, match, audience, after, order, holding_days } = published
    const edit = { title, text, match, audience, after, order, holding_days }
    const steps = [{ fact: 'rented_hours', at_least: 50 }] as const
    const edited = await fixture.operator.missions.edit({
      ...{ params: { id }, body: { ...edit, steps: [...steps] } },
    })
    expect(edited).toMatchObject({ version: 2, started: 1 })
    const reward = { ...edit, steps: [...steps], reward_micro_usd: 6 * usd }
    expect(
      await refusalOf(fixture.operator.missions.edit({ params: { id }, body: reward })),
    ).toMatchObject({ code: 'mission_fixed' })
    for (const one of [early, late]) await fixture.rent(one.id)
    expect(await fixture.claim(early.id)).toMatchObject({ state: 'paid' })
    expect(await refusalOf(fixture.claim(late.id))).toMatchObject({ code: 'mission_unmet' })
  })

  it('comes after others, and only for ambassadors where it says so', async () => {
    await using fixture = await withMissions()
    const { client, id } = await fixture.renter()
    const first = await fixture.publish({ title: 'First' })
    await fixture.publish({ title: 'Second', after: [first.id], order: 0 })
    await fixture.publish({
      title: 'Third',
      audience: { ...openAudience, who: 'ambassadors' },
      order: 1,
    })
    const titles = async () => {
      const { current, available } = await client.missions.current()
      return [current?.title, ...available.map((one) => [one.title, ...one.after].join(' < '))]
    }
    expect(await titles()).toEqual(['First', 'Second < First'])
    const params = { id }
    const marked = await fixture.operator.operator.setAmbassador({ params, body: { is_kol: true } })
    expect(marked.is_kol).toBe(true)
    expect((await client.accounts.details()).is_kol).toBe(true)
    expect(await titles()).toEqual(['Third', 'First', 'Second < First'])
  })

  it('is not for companies', async () => {
    await using fixture = await withMissions()
    const { client } = await fixture.renter()
    const { id } = await client.companies.create({ body: { name: 'Acme' } })
    const { token } = await client.auth.actAs({ body: { company_id: id } })
    const acting = fixture.server.client(token)
    expect(await refusalOf(acting.missions.current())).toMatchObject({ code: 'mission_personal' })
  })

  it('that is ended early counts until the full hour, and returns the rest after the grace', async () => {
    await using fixture = await withMissions()
    const { id } = await fixture.renter()
    const mission = await fixture.publish()
    await fixture.rent(id)
    expect(await fixture.end(mission.id)).toMatchObject({ ends_at: '2026-11-21T11:00:00.000Z' })
    await fixture.clock.jump(hourMs)
    await fixture.close()
    expect(await fixture.claim(id)).toMatchObject({ state: 'paid' })
    await fixture.clock.jump(72 * hourMs)
    await fixture.close()
    expect(await fixture.money()).toEqual({ rewards: 5 * usd, budget: 0 })
    expect(await refusalOf(fixture.end(mission.id))).toMatchObject({ code: 'state_conflict' })
  })
})

it('missions have full hours, an end after their start, and a bounded budget', async () => {
  await using fixture = await withMissions()
  const { missions } = fixture.operator
  const fieldsOf = async (given: object) =>
    Object.keys((await refusalOf(missions.create({ body: { ...aMission, ...given } }))).fields)
  expect(await fieldsOf({ starts_at: '2026-11-21T00:30:00.000Z' })).toEqual(['starts_at'])
  expect(await fieldsOf({ ends_at: '2026-11-20T00:00:00.000Z' })).toEqual(['ends_at'])
  expect(await fieldsOf({ reward_micro_usd: 1_000 * usd, claims_max: 1_001 })).toEqual([
    'claims_max',
  ])
  expect(await fieldsOf({ steps: [{ fact: 'spend', at_least: 1, parameter: 1 }] })).toHaveLength(1)
  const { client } = await fixture.renter()
  expect(await refusalOf(client.missions.list())).toMatchObject({ code: 'forbidden' })
})
