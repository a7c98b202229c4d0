import type { BillingDetailsChange } from '@gridloom/contract/invoices/billing-details'
import { type MissionAudience, openAudience } from '@gridloom/contract/missions/audience'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { refusalOf, type Someone } from '../../../test/people.ts'
import { withTiers } from '../../../test/tiers.ts'
import { claimMission } from './claims/claim-mission.ts'

describe('a mission', () => {
  it('for a flow, a country or a tier is shown to those alone, and found as soon as they are', async () => {
    await using fixture = await withTiers()
    const ada = await fixture.renter()
    const only = (title: string, audience: Partial<MissionAudience>) =>
      fixture.publish({ title, audience: { ...openAudience, ...audience } })
    await only('For renderers', { flows: ['render'] })
    const { id: german } = await only('For Germany', { countries: ['DE', 'AT'] })
    await only('For silver', { tier_at_least: 'silver' })
    expect(await titlesOf(ada)).toEqual([])
    expect((await ada.client.missions.current()).profile).toEqual({
      ...{ flow: null, country: null, tier: 'bronze' },
    })
    expect(await refusalOf(ada.client.missions.start({ params: { id: german } }))).toMatchObject({
      code: 'not_found',
    })
    expect(await ada.client.accounts.changeFlow({ body: { flow: 'render' } })).toEqual({
      flow: 'render',
    })
    expect(await titlesOf(ada)).toEqual(['For renderers'])
    await ada.client.invoices.writeDetails({ body: details('AT') })
    await fixture.give(ada.id, 500)
    expect(await titlesOf(ada)).toEqual(['For Germany', 'For renderers', 'For silver'])
    expect((await ada.client.missions.current()).profile).toEqual({
      ...{ flow: 'render', country: 'AT', tier: 'silver' },
    })
    await ada.client.invoices.writeDetails({ body: details('FR') })
    expect(await titlesOf(ada)).toEqual(['For renderers', 'For silver'])
  })

  it('is not paid to an account that leaves its audience while it claims', async () => {
    await using fixture = await withTiers()
    const { id, client } = await fixture.renter()
    await client.accounts.changeFlow({ body: { flow: 'render' } })
    await fixture.publish({ audience: { ...openAudience, flows: ['render'] } })
    await fixture.rent(id)
    const ctx = fixture.as(id)
    // Between the look for the current mission and the transaction of the claim.
    const leaving: typeof ctx = {
      ...ctx,
      async transact(work) {
        await sql`update accounts set flow = 'startup' where id = ${id}`.execute(fixture.db)
        return ctx.transact(work)
      },
    }
    expect(await refusalOf(claimMission(leaving))).toMatchObject({ code: 'mission_none' })
    expect(await fixture.money()).toMatchObject({ rewards: 0 })
    await client.accounts.changeFlow({ body: { flow: 'render' } })
    expect(await fixture.claim(id)).toMatchObject({ state: 'paid' })
  })

  it('keeps its audience for who started it, and counts its streak', async () => {
    await using fixture = await withTiers()
    const { id, client } = await fixture.renter()
    const { id: missionId, ...mission } = await fixture.publish()
    await client.missions.start({ params: { id: missionId } })
    const { title, text, match, steps, after, order, holding_days } = mission
    const audience: MissionAudience = { ...openAudience, countries: ['DE'] }
    await fixture.operator.missions.edit({
      params: { id: missionId },
      body: { title, text, match, steps, after, order, holding_days, audience },
    })
    const late = await fixture.renter()
    expect(await titlesOf(late)).toEqual([])
    await fixture.rent(id)
    expect(await fixture.claim(id)).toMatchObject({ state: 'paid' })
    expect(await client.missions.current()).toMatchObject({
      streak_weeks: 1,
      streak: {
        ...{ weeks: 1, longest_weeks: 1, claimed_this_week: true },
        claim_before: '2026-11-30T00:00:00.000Z',
      },
    })
  })
})

async function titlesOf({ client }: Someone): Promise<string[]> {
  const { current, available } = await client.missions.current()
  return [current, ...available].flatMap((one) => (one === null ? [] : [one.title])).toSorted()
}

function details(country: string): BillingDetailsChange {
  return {
    ...{ legal_name: 'Ada', address_lines: ['Street 1'], postal_code: '1', city: 'Town', country },
    ...{ vat_id: '', purchase_order: '', email: 'ada@example.com', email_invoices: false },
  }
}
