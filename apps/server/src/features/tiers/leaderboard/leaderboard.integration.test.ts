import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../../test/missions.ts'
import { refusalOf } from '../../../../test/people.ts'
import { withTiers } from '../../../../test/tiers.ts'

describe('the leaderboard', () => {
  it('shows only accounts that chose a name, with equal ranks for equal points', async () => {
    await using fixture = await withTiers()
    const [ada, bo, cy, hidden] = await fourOf(fixture)
    await fixture.give(hidden.id, 900)
    for (const [one, points] of [
      [ada, 300],
      [bo, 600],
      [cy, 300],
    ] as const)
      await fixture.give(one.id, points)
    await fixture.join(ada.id, 'Ada')
    await fixture.join(bo.id, 'Bo B')
    await fixture.join(cy.id, 'Cyd')
    const board = await ada.client.tiers.leaderboard({ query: {} })
    expect(board).toEqual({
      week: '2026-W47',
      entries: [
        { rank: 1, name: 'Bo B', tier: 'silver', badge: 'Silver', points: 600, own: false },
        { rank: 2, name: 'Ada', tier: 'bronze', badge: 'Bronze', points: 300, own: true },
        { rank: 2, name: 'Cyd', tier: 'bronze', badge: 'Bronze', points: 300, own: false },
      ],
      next_cursor: null,
      own: { name: 'Ada', points: 300, rank: 2 },
    })
    // Who is not shown sees their own rank, and nobody else does.
    expect((await fixture.board(hidden.id)).own).toEqual({ name: null, points: 900, rank: 1 })
  })

  it('leaves an account out at once when it leaves, is suspended, or its points are gone', async () => {
    await using fixture = await withTiers()
    const [ada, bo] = await fourOf(fixture)
    for (const [one, name] of [
      [ada, 'Ada'],
      [bo, 'Bob'],
    ] as const) {
      await fixture.give(one.id, 100)
      await fixture.join(one.id, name)
    }
    const names = async () => (await fixture.board(ada.id)).entries.map(({ name }) => name)
    expect(await names()).toEqual(['Ada', 'Bob'])
    expect(await ada.client.tiers.leave()).toEqual({ name: null })
    expect(await names()).toEqual(['Bob'])
    const body = { reason: 'For a test' }
    await fixture.operator.operator.suspend({ params: { id: bo.id }, body })
    expect(await names()).toEqual([])
  })

  it('ends and begins a week on Monday at 00:00 UTC, and shows earlier weeks', async () => {
    await using fixture = await withTiers()
    const [ada] = await fourOf(fixture)
    await fixture.join(ada.id, 'Ada')
    const monday = Date.parse('2026-11-23T00:00:00.000Z')
    await fixture.clock.jump(monday - fixture.clock.now().getTime() - 1)
    await fixture.give(ada.id, 10)
    await fixture.clock.jump(1)
    await fixture.give(ada.id, 20)
    const points = async (week?: string) =>
      (await fixture.board(ada.id, week === undefined ? {} : { week })).entries.map(
        (one) => one.points,
      )
    expect(await points()).toEqual([20])
    expect(await points('2026-W47')).toEqual([10])
    expect(await points('2025-W48')).toEqual([])
    for (const week of ['2026-W49', '2025-W47', '2025-W53'])
      expect(await refusalOf(fixture.board(ada.id, { week }))).toMatchObject({
        code: 'invalid_input',
      })
  })

  it('shows nobody in weeks before they joined', async () => {
    await using fixture = await withTiers()
    const [ada] = await fourOf(fixture)
    await fixture.give(ada.id, 10)
    await fixture.clock.jump(7 * dayMs)
    await fixture.give(ada.id, 20)
    await fixture.join(ada.id, 'Ada')
    expect((await fixture.board(ada.id)).entries).toHaveLength(1)
    expect((await fixture.board(ada.id, { week: '2026-W47' })).entries).toEqual([])
    await fixture.join(ada.id, 'Ada L')
    expect((await fixture.board(ada.id)).entries).toMatchObject([{ name: 'Ada L' }])
  })

  it('is read in pages, each account once', async () => {
    await using fixture = await withTiers()
    const { id } = await fixture.renter()
    await manyNames(fixture, 120)
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 5; page += 1) {
      const query = cursor === undefined ? {} : { cursor }
      const { entries, next_cursor: next } = await fixture.board(id, query)
      seen.push(...entries.map(({ name }) => name))
      if (next === null) break
      cursor = next
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })
})

describe('a public name', () => {
  it('is unique by its look, also for two at the same instant', async () => {
    await using fixture = await withTiers()
    const people = await fourOf(fixture)
    const names = ['Ada Lovelace', 'ada_lovelace', 'AdaLove1ace', 'Ádá Lovelace']
    const codes = await Promise.all(
      people.map(async ({ id }, n) => (await refusalOf(fixture.join(id, names[n] ?? ''))).code),
    )
    expect(codes.toSorted()).toEqual([
      ...['good', 'public_name_taken', 'public_name_taken', 'public_name_taken'],
    ])
  })

  it('of the platform, in another script or with markup is refused', async () => {
    await using fixture = await withTiers()
    const { client } = await fixture.renter()
    const code = async (name: string) =>
      (await refusalOf(client.tiers.join({ body: { name } }))).code
    expect(await code('Gr1dl00m')).toBe('public_name_reserved')
    expect(await code('0perator')).toBe('public_name_reserved')
    for (const name of ['<img src=x>', 'аdа', 'a\u202eda', 'x'.repeat(25), ''])
      expect(await code(name)).toBe('invalid_input')
    expect(await code('Ada')).toBe('good')
    expect(await code('Ada')).toBe('good')
  })
})

type Fixture = Awaited<ReturnType<typeof withTiers>>

const fourOf = async (fixture: Fixture) =>
  [
    await fixture.someone('one'),
    await fixture.someone('two'),
    await fixture.someone('three'),
    await fixture.someone('four'),
  ] as const

/** Accounts with names, of which several have the same points. */
async function manyNames({ db, clock }: Fixture, count: number): Promise<void> {
  const at = clock.now()
  await sql`with made as (
      insert into accounts (id, email, email_key, username, created_at, role)
      select 'acc_' || lpad(n::text, 26, '0'), n || '@x.example', n || '@x.example', 'user' || n, ${at}, 'user'
      from generate_series(1, ${count}) n returning id),
    named as (
      insert into leaderboard_names (account_id, name, name_key, since_week)
      select id, 'Name ' || right(id, 3), 'name' || right(id, 3), '2026-11-16'::date from made returning account_id)
    insert into tier_points (key, number, account_id, points, text, earned_at, week, recorded_at)
    select 'many:' || account_id, 0, account_id, 1 + right(account_id, 1)::int, 'x', ${at}, '2026-11-16'::date, ${at}
    from named`.execute(db)
}
