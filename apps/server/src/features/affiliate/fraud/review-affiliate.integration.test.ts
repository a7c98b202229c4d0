import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { giveCredit } from '../../../../test/credit.ts'
import { withPeople } from '../../../../test/people.ts'
import { captureUsage, placeHold } from '../../ledger/index.ts'
import { reviewAffiliate, reviewExpired } from './review-affiliate.ts'

const dayMs = 86_400_000
const usd = 1_000_000

describe('the review of an affiliate', () => {
  it('holds a referral whose money comes back over another account, with the way as evidence', async () => {
    await using fixture = await setup()
    await fixture.rent({ from: fixture.referred, to: fixture.other, microUsd: 20 * usd })
    await fixture.rent({ from: fixture.other, to: fixture.affiliate, microUsd: 15 * usd })
    await fixture.review()
    const [held] = await fixture.queue()
    expect(held).toMatchObject({ held_reason: 'ring' })
    expect(held?.signals[0]?.evidence).toContain(
      `${fixture.referred} → ${fixture.other} → ${fixture.affiliate}`,
    )
  })

  it('leaves one alone that rents of the affiliate itself, or of a provider with other renters', async () => {
    await using fixture = await setup()
    await fixture.rent({ from: fixture.referred, to: fixture.affiliate, microUsd: 50 * usd })
    await fixture.rent({ from: fixture.referred, to: fixture.other, microUsd: 20 * usd })
    await fixture.rent({ from: fixture.other, to: fixture.affiliate, microUsd: 2 * usd })
    await fixture.review()
    expect(await fixture.queue()).toEqual([])
  })

  it('forgets what is not seen again, and never holds what the operator released', async () => {
    await using fixture = await setup()
    await fixture.rent({ from: fixture.referred, to: fixture.other, microUsd: 20 * usd })
    await fixture.rent({ from: fixture.other, to: fixture.affiliate, microUsd: 15 * usd })
    await fixture.review()
    await fixture.clock.jump(29 * dayMs)
    await reviewExpired(fixture.system)
    expect(await fixture.states()).toEqual(['held'])
    await fixture.clock.jump(2 * dayMs)
    await reviewExpired(fixture.system)
    expect(await fixture.states()).toEqual(['active'])
    await sql`update affiliate_referrals set decision_text = 'Checked'`.execute(fixture.db)
    await fixture.rent({ from: fixture.referred, to: fixture.other, microUsd: 20 * usd })
    await fixture.rent({ from: fixture.other, to: fixture.affiliate, microUsd: 15 * usd })
    await fixture.review()
    expect(await fixture.states()).toEqual(['active'])
  })

  it('finds payout addresses, bank accounts, VAT IDs and SSH keys in common', async () => {
    await using fixture = await setup()
    for (const id of [fixture.affiliate, fixture.referred]) {
      await sql`insert into bank_accounts (id, account_id, iban, bic, holder, requested_at, effective_at)
        values (${`bnk_${id}`}, ${id}, 'DE89370400440532013000', 'COBADEFFXXX', 'Ada', now(),
          now() + interval '1 day')`.execute(fixture.db)
      await sql`insert into ssh_keys (id, account_id, name, type, bits, fingerprint, public_key, created_at)
        values (${`key_${id}`}, ${id}, '', 'ssh-ed25519', 256, 'SHA256:x', 'x', now())`.execute(
        fixture.db,
      )
    }
    await fixture.review()
    const [held] = await fixture.queue()
    expect(held?.signals.map(({ rule }) => rule)).toEqual(['same_bank_account', 'same_ssh_key'])
  })
})

/** An affiliate with one referral, and another provider. */
async function setup() {
  const fixture = await withPeople()
  const { system, clock, db } = fixture
  const [ada, bob, eve] = [
    await fixture.someone('affiliate'),
    await fixture.someone('referred'),
    await fixture.someone('other'),
  ]
  await bob.client.affiliate.refer({
    body: { code: (await ada.client.affiliate.status()).code },
  })
  for (const { id: accountId } of [ada, bob, eve])
    await system.transact((tx) => giveCredit(system, tx, { accountId, microUsd: 500 * usd }))
  return {
    ...fixture,
    ...{ affiliate: ada.id, referred: bob.id, other: eve.id },
    review: () => system.transact((tx) => reviewAffiliate(system, tx, { affiliate: ada.id })),
    queue: async () => (await fixture.operator.affiliate.review({ query: {} })).referrals,
    async states() {
      const { rows } = await sql<{ state: string }>`select state from affiliate_referrals`.execute(
        db,
      )
      return rows.map(({ state }) => state)
    },
    async rent({ from, to, microUsd }: { from: AccountId; to: AccountId; microUsd: number }) {
      const [instanceId, machineId] = [system.ids.mint('instance'), system.ids.mint('machine')]
      const at = clock.now()
      await system.transact(async (tx) => {
        await placeHold(system, tx, {
          ...{ accountId: from, purpose: instanceId, microUsd, key: instanceId },
        })
        await captureUsage(system, tx, {
          ...{ instanceId, machineId, kind: 'running', seconds: 60, microUsd, count: null },
          ...{ from: new Date(at.getTime() - 60_000), to: at, microUsdPerHour: microUsd * 60 },
          ...{ providerAccountId: to, key: `usage-${instanceId}` },
        })
      })
    },
    [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
  }
}
