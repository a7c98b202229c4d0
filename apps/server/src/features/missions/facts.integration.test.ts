import type { AccountId } from '@gridloom/contract/core/ids'
import type { MissionStep } from '@gridloom/contract/missions/step'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, usd, withMissions } from '../../../test/missions.ts'
import { connectSite, insertPublished } from '../../../test/published-posts.ts'
import { bookCommissions } from '../affiliate/commissions/book-commissions.ts'
import { measureSteps } from './facts/measure-steps.ts'

describe('facts', () => {
  it('of renting count paid time, instances and money within the period alone', async () => {
    await using fixture = await setup()
    const { id } = await fixture.renter()
    const other = await fixture.renter()
    await fixture.rent(id)
    await fixture.rent(id, { microUsd: 50 * usd })
    await fixture.rent(other.id)
    const now = await fixture.measure(id, ['rented_hours', 'instances_rented', 'spend'])
    expect(now).toEqual([4, 2, 150 * usd])
    await fixture.clock.jump(2 * dayMs)
    const later = await fixture.measure(id, ['rented_hours', 'instances_rented', 'spend'])
    expect(later).toEqual([0, 0, 0])
  })

  it('of hosting count days with paid earnings, while the trust score is high enough', async () => {
    await using fixture = await setup()
    const { id } = await fixture.renter()
    await fixture.rent(id)
    await fixture.rent(id)
    await fixture.clock.jump(dayMs)
    await fixture.rent(id)
    const period = { hours: 48 }
    const facts = ['hosting_earnings', 'hosting_days'] as const
    // No machine has a score yet: a step that asks for one is not met.
    expect(await fixture.measure(fixture.provider.id, facts, period)).toEqual([270 * usd, 0])
    await fixture.scored(80)
    expect(await fixture.measure(fixture.provider.id, facts, { ...period, parameter: 80 })).toEqual(
      [270 * usd, 2],
    )
    expect(await fixture.measure(fixture.provider.id, facts, { ...period, parameter: 81 })).toEqual(
      [270 * usd, 0],
    )
  })

  it('of referrals leave out those under review', async () => {
    await using fixture = await setup()
    const affiliate = await fixture.renter()
    const { code } = await affiliate.client.affiliate.status()
    const guests = [await fixture.renter(), await fixture.renter(), await fixture.renter()]
    for (const { client } of guests) await client.affiliate.refer({ body: { code } })
    const amounts = [30, 10, 100]
    // Of one provider each: referrals that rent of the same one alone are held.
    for (const [n, { id }] of guests.entries()) {
      const provider = await fixture.renter()
      await fixture.rent(id, { microUsd: (amounts[n] ?? 0) * usd, from: provider.id })
    }
    await sql`update affiliate_referrals set state = 'held', held_reason = 'same_party'
      where referred_account_id = ${guests[2]?.id}`.execute(fixture.db)
    await fixture.clock.jump(dayMs)
    await bookCommissions(fixture.system)
    const facts = [
      ...(['referral_sign_ups', 'referrals_activated', 'referral_spend'] as const),
      ...(['referrals_who_spent', 'referral_visitors'] as const),
    ]
    const period = { hours: 48, parameter: 20 * usd }
    expect(await fixture.measure(affiliate.id, facts, period)).toEqual([2, 2, 40 * usd, 1, 0])
  })

  it('of posts count those with the own link that are public, by account and text', async () => {
    await using fixture = await setup()
    const [ada, eve] = [await fixture.renter(), await fixture.renter()]
    const link = (await ada.client.posts.calendar({ query: {} })).referral_link
    const [blog, shop] = [await connectSite(fixture, ada.id), await connectSite(fixture, ada.id)]
    const text = `I render here: ${link} #ad`
    const ofEve = { text, account: await connectSite(fixture, eve.id) }
    const count = (id: AccountId) => fixture.measure(id, ['posts_published'])
    expect(await count(ada.id)).toEqual([0])
    const id = await insertPublished(fixture, ada, { text, account: blog })
    await insertPublished(fixture, ada, { text: `${text}!`, account: blog })
    await insertPublished(fixture, ada, { text, account: shop })
    await insertPublished(fixture, ada, { text: `Not said: ${link}`, account: shop })
    await insertPublished(fixture, eve, ofEve)
    expect(await count(ada.id)).toEqual([2])
    expect(await count(eve.id)).toEqual([0])
    await ada.client.affiliate.chooseCode({ body: { code: 'lovelace' } })
    const chosen = text.replace(link, new URL('/Lovelace?to=/prices', link).href)
    await insertPublished(fixture, ada, { text: `Also ${chosen}`, account: blog })
    expect(await count(ada.id)).toEqual([3])
    const check = (outcome: string, minute: number) =>
      sql`insert into post_checks
      (post_id, connected_account_id, at, outcome, text, links)
      values (${id}, ${blog}, ${`2026-11-21T10:0${minute}:00Z`}, ${outcome}, '', '{}')`.execute(
        fixture.db,
      )
    await sql`update posts set text = 'Other' where text = ${`${text}!`}`.execute(fixture.db)
    await check('link_missing', 1)
    expect(await count(ada.id)).toEqual([2])
    await check('there', 2)
    expect(await count(ada.id)).toEqual([3])
    await sql`update post_targets set state = 'gone' where post_id = ${id}`.execute(fixture.db)
    expect(await count(ada.id)).toEqual([2])
    await fixture.clock.jump(2 * dayMs)
    expect(await count(ada.id)).toEqual([0])
  })

  it('of templates count paid rentals of others, none of whom the account referred', async () => {
    await using fixture = await setup()
    const [author, other, referred] = [
      ...[await fixture.renter(), await fixture.renter(), await fixture.renter()],
    ] as const
    const { code } = await author.client.affiliate.status()
    await referred.client.affiliate.refer({ body: { code } })
    await sql`insert into templates (id, account_id, created_by, name, code, is_public, version, content, created_at, updated_at)
      values ('tpl_1', ${author.id}, ${author.id}, 'one', '4k7m2p9qx3ws8z1b', true, 1, '{}', now(), now())`.execute(
      fixture.db,
    )
    for (const { id } of [author, other, referred]) {
      await fixture.rent(id)
      await fixture.ordered(id, 'tpl_1')
    }
    expect(await fixture.measure(author.id, ['templates_used'])).toEqual([1])
    await fixture.clock.jump(2 * dayMs)
    expect(await fixture.measure(author.id, ['templates_used'])).toEqual([0])
  })

  it('of answers count the tokens that others paid for, without welcome credit', async () => {
    await using fixture = await setup()
    await fixture.operator.operator.writeSettings({
      body: { starting_credit_micro_usd: 1_000 * usd },
    })
    const guest = await fixture.someone('guest')
    const payer = await fixture.renter()
    await fixture.scored(80)
    await fixture.rent(payer.id)
    await fixture.rent(guest.id)
    for (const { id } of [payer, guest, fixture.provider]) await fixture.answered(id, 'done')
    await fixture.answered(payer.id, 'free')
    expect(await fixture.measure(fixture.provider.id, ['tokens_answered'])).toEqual([1_500])
    expect(await fixture.measure(payer.id, ['tokens_answered'])).toEqual([0])
  })

  it('of an account count its keys and wallets', async () => {
    await using fixture = await setup()
    const { id } = await fixture.renter()
    await sql`insert into ssh_keys (id, account_id, name, type, bits, fingerprint, public_key, created_at)
      values ('ssh_1', ${id}, 'a', 'ssh-ed25519', 256, 'f', 'k', now())`.execute(fixture.db)
    await sql`insert into wallets (id, account_id, address, label, created_at)
      values ('wlt_1', ${id}, ${`0x${'a'.repeat(40)}`}, 'a', now())`.execute(fixture.db)
    expect(await fixture.measure(id, ['ssh_keys', 'wallets', 'frames_rendered'])).toEqual([1, 1, 0])
  })
})

async function setup() {
  const fixture = await withMissions()
  return {
    ...fixture,
    /** Measures facts in the hours that end now. */
    async measure(
      accountId: AccountId,
      facts: readonly MissionStep['fact'][],
      { hours = 24, parameter = null }: { hours?: number; parameter?: number | null } = {},
    ): Promise<number[]> {
      const to = new Date(fixture.clock.now().getTime() + hourMs)
      const from = new Date(to.getTime() - hours * hourMs)
      const steps = facts.map((fact) => ({ fact, at_least: 1, parameter }))
      const measured = await measureSteps(fixture.system, { accountId, from, to }, steps)
      return measured.map(({ value }) => value)
    },
    /** Gives the provider a listed machine with a trust score. */
    async scored(score: number): Promise<void> {
      const id = fixture.system.ids.mint('machine')
      await sql`insert into machines (id, account_id, name, status, listed, gpu_slot_micro_usd_per_hour,
          cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
          stopped_disk_gb_micro_usd_per_hour, enrolled_at, agent_protocol, disk_offered_gb)
        values (${id}, ${fixture.provider.id}, 'one', 'online', true, 1, 1, 1, 1, 1, now(), 1, 100)`.execute(
        fixture.db,
      )
      await sql`insert into reputation_machines (machine_id, last_hash, anchor_hash, score)
        values (${id}, '', '', ${score})`.execute(fixture.db)
    },
    /** Stores the newest rental of an account as one with a template. */
    async ordered(accountId: AccountId, template: string): Promise<void> {
      await sql`insert into instances (id, account_id, provider_account_id, machine_id, offer_id, label, state,
          desired, template, slots, gpu_uuids, vcpus, memory_mib, disk_gb, running_micro_usd_per_hour,
          stopped_micro_usd_per_hour, created_at)
        select substr(a.id, 6), a.owner_account_id, ${fixture.provider.id}, 'mch_1', 'ofr_1', 'one', 'running',
          'running', ${JSON.stringify({ source: { id: template, version: '1' } })}, 1, '[]', 1, 1, 1, 1, 1, now()
        from ledger_accounts a where a.kind = 'held' and a.owner_account_id = ${accountId}`.execute(
        fixture.db,
      )
    },
    /** Stores an answer of 1,000 tokens read and 500 written, as part of the last charge of an account. */
    async answered(accountId: AccountId, kind: 'done' | 'free'): Promise<void> {
      const id = fixture.system.ids.mint('generation')
      await sql`insert into generations (id, account_id, user_id, allowance_id, model_id, machine_id, state, input_tokens,
          cached_tokens, output_tokens, micro_usd, transaction_id, started_at, ended_at)
        select ${id}, ${accountId}, ${accountId}, ${id}, 'a/b', m.id, 'done', 1000, 0, 500, ${kind === 'free' ? 0 : 10},
          case when ${kind === 'free'} then null else (
            select e.transaction_id from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
            where e.owner_account_id = ${accountId} and t.kind = 'capture'
            order by t.created_at desc limit 1) end,
          ${fixture.clock.now()}, ${fixture.clock.now()}
        from machines m where m.account_id = ${fixture.provider.id}`.execute(fixture.db)
    },
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}
