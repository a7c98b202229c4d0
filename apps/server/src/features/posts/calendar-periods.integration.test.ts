import { openAudience } from '@gridloom/contract/missions/audience'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withAmbassadors } from '../../../test/ambassadors.ts'
import { aMission } from '../../../test/missions.ts'

it('shows missions with their windows and the end of their claims, and announcements that began', async () => {
  await using site = await withAmbassadors()
  const { operator, system, db, clock } = site
  const ada = await site.someone('ada')
  const publish = async (given: Partial<typeof aMission>) => {
    const { id } = await operator.missions.create({ body: { ...aMission, ...given } })
    await operator.missions.publish({ params: { id } })
    return id
  }
  const open = await publish({ title: 'Render' })
  const later = await publish({
    ...{ title: 'Later', starts_at: '2026-11-22T00:00:00.000Z' },
    ends_at: '2026-11-22T06:00:00.000Z',
  })
  await publish({
    title: 'Next year',
    starts_at: '2027-01-01T00:00:00.000Z',
    ends_at: '2027-01-02T00:00:00.000Z',
  })
  await publish({ title: 'For ambassadors', audience: { ...openAudience, who: 'ambassadors' } })
  await operator.missions.create({ body: { ...aMission, title: 'Draft' } })
  for (const [text, begins] of [
    ['Now', clock.now()],
    ['Secret', new Date(site.later(1_000))],
  ] as const)
    await sql`insert into announcements (id, level, text, starts_at, published_state, by_mail)
      values (${system.ids.mint('announcement')}, 'info', ${text}, ${begins}, 'now', false)`.execute(
      db,
    )
  const { periods } = await ada.client.posts.calendar({ query: {} })
  expect(periods).toMatchObject([
    { kind: 'mission', id: open, from: '2026-11-21T00:00:00.000Z', to: '2026-12-05T00:00:00.000Z' },
    { kind: 'announcement', title: 'Now', to: null, claim_until: null },
    { kind: 'mission', id: later, title: 'Later' },
  ])
  expect(Date.parse(periods[2]?.claim_until ?? '')).toBeGreaterThan(
    Date.parse('2026-11-22T06:00:00.000Z'),
  )
  const { url } = await ada.client.posts.makeFeed()
  const feed = await (await fetch(new URL(new URL(url).pathname, site.server.url))).text()
  expect(feed).toContain(
    'DTSTART:20261122T000000Z\r\nDTEND:20261122T060000Z\r\nSUMMARY:Mission: Later',
  )
  expect(feed).toContain('SUMMARY:Last time to claim: Later')
  expect(feed).toContain('SUMMARY:Announcement: Now')
  expect(feed).not.toMatch(/Draft|Secret|For ambassadors/)
})
