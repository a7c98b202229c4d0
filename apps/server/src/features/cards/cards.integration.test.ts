import { eventually } from '@gridloom/testkit/eventually'
import { testCards } from '@gridloom/testkit/stripe/stripe-stand-in'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startCardSite } from '../../../test/card-site.ts'
import { reconcilePayments } from './reconcile.ts'
import { topUp } from './top-ups/top-up.ts'

const usd = 1_000_000

describe('a card payment', () => {
  it('is credited once, however often and in whatever order its events arrive', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.pay(25)
    expect(payment).toMatchObject({ state: 'open', credited_micro_usd: 0 })
    expect(await ada.credited()).toBe(0)
    site.stripe.pay(site.sessionOf(payment))
    const events = site.stripe.events.toReversed()
    for (const event of [...events, ...events]) expect(await site.deliver(event)).toBe(200)
    await Promise.all(Array.from({ length: 10 }, () => site.deliver(site.again(events[0]))))
    expect(await ada.credited()).toBe(25 * usd)
    const { payments } = await ada.client.cards.payments({ query: {} })
    expect(payments).toMatchObject([{ state: 'paid', credited_micro_usd: 25 * usd, pay_url: null }])
    await site.ledgerIsSound()
  })

  it('keeps the fingerprint of the card, the same at any account, however it was charged', async () => {
    await using site = await startCardSite()
    const [ada, bob] = [await site.user('ada@example.com'), await site.user('bob@example.com')]
    for (const one of [ada, bob, ada]) await one.paid(25)
    const { rows } = await sql<{ accounts: number }>`
      select count(distinct account_id)::int as accounts from card_fingerprints
      group by fingerprint`.execute(site.server.container.db)
    expect(rows).toEqual([{ accounts: 2 }])
  })

  it('is credited with what was received, and never in another currency', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.pay(25)
    site.stripe.pay(site.sessionOf(payment))
    site.stripe.change(site.intentOf(payment), { currency: 'jpy' })
    await site.deliverAll()
    expect(await ada.credited()).toBe(0)
    expect(await ada.read(payment.id)).toMatchObject({ state: 'held', problem: 'wrong_currency' })
    const less = await ada.pay(50)
    site.stripe.pay(site.sessionOf(less))
    site.stripe.change(site.intentOf(less), { amount_received: 1_000 })
    await site.deliverAll()
    expect(await ada.credited()).toBe(10 * usd)
    const { payments } = await site.operator.cards.operatorPayments({
      query: { show: 'attention' },
    })
    expect(payments.map(({ id }) => id)).toEqual([payment.id])
  })

  it('is credited to a company, whose card is charged when its balance is low', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com', { access: true })
    const acme = await ada.inCompany('Acme')
    const payment = await acme.paid(25)
    expect(await acme.credited()).toBe(25 * usd)
    expect(await acme.read(payment.id)).toMatchObject({ state: 'paid' })
    await acme.save()
    const settings = { enabled: true, below_micro_usd: 30 * usd, add_micro_usd: 40 * usd }
    const month = { month_micro_usd_max: 100 * usd }
    await acme.client.cards.changeAutoTopUp({ body: { ...settings, ...month } })
    await topUp(site.server.container.system, acme.id)
    expect(await acme.credited()).toBe(65 * usd)
    await site.ledgerIsSound()
  })

  it('is not credited by forged, changed or old events; unknown ones are ignored', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.pay(25)
    site.stripe.pay(site.sessionOf(payment))
    const [paid] = site.stripe.events
    if (paid === undefined) throw new Error('no event')
    const { body } = paid
    const longAgo = new Date(site.clock.now().getTime() - 2 * 365 * 24 * 3_600_000)
    for (const signature of [
      'nonsense',
      '',
      site.stripe.sign(body, site.clock.now(), 'whsec_other'),
      site.stripe.sign(`${body} `),
      site.stripe.sign(body, longAgo),
    ])
      expect(await site.deliver({ ...paid, signature })).toBe(403)
    const large = 'x'.repeat(300 * 1024)
    expect(await site.deliver({ ...paid, body: large, signature: site.stripe.sign(large) })).toBe(
      413,
    )
    expect(await ada.credited()).toBe(0)
    const other = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'plan.created',
      data: { object: {} },
    })
    expect(await site.deliver({ ...paid, body: other, signature: site.stripe.sign(other) })).toBe(
      200,
    )
  })

  it('is credited by asking the processor where no event arrives, and while it fails later', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.pay(25)
    site.stripe.pay(site.sessionOf(payment))
    await eventually(async () => {
      await site.clock.advance(31_000)
      expect(await ada.credited()).toBe(25 * usd)
    })
    site.stripe.fail(/GET .v1.payment_intents/, 'early', 2)
    const [event] = site.stripe.events
    expect(await site.deliver(site.again(event))).toBe(502)
    expect(await ada.credited()).toBe(25 * usd)
  })

  it('expires unpaid, and is credited if it turns out to be paid', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.pay(25)
    site.stripe.expire(site.sessionOf(payment))
    await site.deliverAll()
    expect(await ada.read(payment.id)).toMatchObject({ state: 'expired', pay_url: null })
    site.stripe.change(site.sessionOf(payment), { status: 'open' })
    site.stripe.pay(site.sessionOf(payment))
    await site.deliverAll()
    expect(await ada.credited()).toBe(25 * usd)
  })

  it('has an amount within the limits, and needs the setup', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    await expect(ada.pay(4)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(ada.pay(2_001)).rejects.toMatchObject({ code: 'invalid_input' })
    await using bare = await startCardSite({ cards: 'not set up' })
    const eve = await bare.user('eve@example.com')
    expect(await eve.client.cards.list()).toEqual({ limits: null, may_change: true, cards: [] })
    await expect(eve.pay(25)).rejects.toMatchObject({ code: 'cards_unavailable' })
    expect(await bare.deliver({ body: '{}', signature: 't=1,v1=1' })).toBe(404)
  })
})

describe('a refund', () => {
  it('returns what was not spent, once, also when the processor answers late', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.paid(25)
    const params = { id: payment.id }
    const body = { micro_usd: 10 * usd }
    expect(await ada.client.cards.refund({ params, body })).toMatchObject({
      refundable_micro_usd: 15 * usd,
      refunds: [{ state: 'succeeded', micro_usd: 10 * usd }],
    })
    // Refunds are listed by their time.
    await site.clock.advance(1_000)
    // The refund is made, and the server does not learn of it: as if it was killed in between.
    site.stripe.fail(/POST .v1.refunds/, 'late', 2)
    expect(await ada.client.cards.refund({ params, body: { micro_usd: 5 * usd } })).toMatchObject({
      refunds: [{ state: 'succeeded' }, { state: 'reserved' }],
    })
    expect(await ada.credited()).toBe(10 * usd)
    await eventually(async () => {
      await site.clock.advance(31_000)
      const { refunds } = await ada.read(payment.id)
      expect(refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
    })
    expect(site.refundedCents()).toBe(1_500)
    await expect(
      ada.client.cards.refund({ params, body: { micro_usd: 11 * usd } }),
    ).rejects.toMatchObject({ code: 'not_refundable' })
    await site.ledgerIsSound()
  })

  it('that the card does not take is back in the balance once', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.paid(25)
    await ada.client.cards.refund({ params: { id: payment.id }, body: {} })
    expect(await ada.credited()).toBe(0)
    const sent = [...site.stripe.objects.values()].find(({ object }) => object === 'refund')
    site.stripe.change(sent?.id ?? '', { status: 'failed' }, 'refund.failed')
    await site.deliverAll()
    await site.deliver(site.again(site.stripe.events.at(-1)))
    expect(await ada.credited()).toBe(25 * usd)
    await site.ledgerIsSound()
  })

  it('never refunds more than was paid, by any number of calls at once', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.paid(25)
    const calls = Array.from({ length: 8 }, () =>
      ada.client.cards.refund({ params: { id: payment.id }, body: { micro_usd: 10 * usd } }),
    )
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(site.refundedCents()).toBe(2_000)
    expect(await ada.credited()).toBe(5 * usd)
  })

  it('made at the processor takes the credit back', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.paid(25)
    site.stripe.refund(site.intentOf(payment), 500)
    await site.deliverAll()
    await site.deliver(site.again(site.stripe.events.at(-1)))
    expect(await ada.credited()).toBe(20 * usd)
  })
})

describe('a dispute', () => {
  it('takes the amount, leaves debt for what was spent, and gives it back once when it is won', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const bob = await site.user('bob@example.com')
    const payment = await ada.paid(25)
    await ada.give(bob, 20)
    const dispute = site.stripe.dispute(site.intentOf(payment))
    await site.deliverAll()
    await site.deliver(site.again(site.stripe.events.at(-1)))
    expect(await ada.credited()).toBe(-20 * usd)
    expect(await ada.read(payment.id)).toMatchObject({
      refundable_micro_usd: 0,
      disputes: [{ state: 'open', micro_usd: 25 * usd }],
    })
    site.stripe.decide(dispute, 'won')
    await site.deliverAll()
    await site.deliver(site.again(site.stripe.events.at(-1)))
    expect(await ada.credited()).toBe(5 * usd)
    await site.ledgerIsSound()
  })

  it('that is lost stays taken, and one that was never announced is taken when it is lost', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.paid(25)
    site.stripe.dispute(site.intentOf(payment), 'lost')
    await site.deliverAll()
    expect(await ada.credited()).toBe(0)
    expect(await ada.read(payment.id)).toMatchObject({ disputes: [{ state: 'lost' }] })
  })

  it('that is only an inquiry moves no money, and blocks refunds', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const payment = await ada.paid(25)
    site.stripe.dispute(site.intentOf(payment), 'warning_needs_response')
    await site.deliverAll()
    expect(await ada.credited()).toBe(25 * usd)
    const refund = ada.client.cards.refund({ params: { id: payment.id }, body: {} })
    await expect(refund).rejects.toMatchObject({ code: 'not_refundable' })
  })
})

describe('saved cards', () => {
  it('are listed, chosen and removed by their owner alone', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const eve = await site.user('eve@example.com')
    const [old] = await ada.save()
    const cards = await ada.save(testCards.declined)
    expect(cards.map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['0341', true],
      ['4242', false],
    ])
    expect(JSON.stringify(cards)).not.toContain('4242424242424242')
    if (old === undefined) throw new Error('no card')
    const chosen = await ada.client.cards.choose({ body: { card_id: old.id } })
    expect(chosen.cards.map(({ is_default }) => is_default)).toEqual([false, true])
    await expect(eve.client.cards.remove({ params: { id: old.id } })).rejects.toMatchObject({
      code: 'not_found',
    })
    const left = await ada.client.cards.remove({ params: { id: old.id } })
    expect(left.cards.map(({ last4, is_default }) => [last4, is_default])).toEqual([['0341', true]])
  })
})

describe('an automatic top-up', () => {
  it('charges once for 100 triggers at once, and never above the limit of the month', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    await ada.save()
    await ada.client.cards.changeAutoTopUp({ body: settings({ below: 100, add: 20, month: 50 }) })
    const { system } = site.server.container
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 100 }, () => topUp(system, ada.id)))
    expect(await ada.credited()).toBe(40 * usd)
    expect(await ada.client.cards.autoTopUp()).toMatchObject({ month_used_micro_usd: 40 * usd })
    await site.ledgerIsSound()
  })

  it('follows a fall of the balance by itself', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const bob = await site.user('bob@example.com')
    await ada.save()
    await ada.paid(25)
    await ada.client.cards.changeAutoTopUp({ body: settings({ below: 10, add: 20, month: 50 }) })
    await ada.give(bob, 20)
    await eventually(async () => {
      await site.clock.advance(2_500)
      expect(await ada.credited()).toBe(25 * usd)
    })
  })

  it('is found again after the server was killed between the charge and its record', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    await ada.save()
    await ada.client.cards.changeAutoTopUp({ body: settings({ below: 10, add: 20, month: 50 }) })
    site.stripe.fail(/POST .v1.payment_intents$/, 'late', 2)
    const { system } = site.server.container
    await topUp(system, ada.id).catch(() => {})
    expect(await ada.credited()).toBe(0)
    await topUp(system, ada.id)
    await site.clock.advance(3 * 60_000)
    await eventually(async () => {
      await reconcilePayments(system)
      expect(await ada.credited()).toBe(20 * usd)
    })
    expect(site.chargedCents()).toBe(2_000)
  })

  it('pauses after a decline, and stops after three with an email', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    await ada.save(testCards.declined)
    await ada.client.cards.changeAutoTopUp({ body: settings({ below: 10, add: 20, month: 500 }) })
    const { system } = site.server.container
    for (const [hours, declines] of [
      [0, 1],
      [1, 2],
      [6, 3],
      [24, 3],
    ] as const) {
      await site.clock.jump(hours * 3_600_000 + 1)
      await topUp(system, ada.id)
      await topUp(system, ada.id)
      // The server's own sweep may be the one that charges.
      await eventually(async () =>
        expect(await ada.client.cards.autoTopUp()).toMatchObject({ declines }),
      )
    }
    const { payments } = await ada.client.cards.payments({ query: {} })
    expect(payments.map(({ state, problem }) => `${state} ${problem}`)).toEqual(
      Array.from({ length: 3 }, () => 'failed declined'),
    )
    expect(await ada.client.cards.autoTopUp()).toMatchObject({ stopped: 'declined', declines: 3 })
    await ada.emailAbout('declined')
  })

  it('that needs authentication sends an email with a link to pay, and goes on once that is paid', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    await ada.save(testCards.asksForAuthentication)
    await ada.client.cards.changeAutoTopUp({ body: settings({ below: 10, add: 20, month: 500 }) })
    await topUp(site.server.container.system, ada.id)
    expect(await ada.client.cards.autoTopUp()).toMatchObject({ stopped: 'authentication_required' })
    expect((await ada.emailAbout('approve')).text).toContain('tab=cards&amount=2000')
    await ada.paid(20)
    expect(await ada.client.cards.autoTopUp()).toMatchObject({ stopped: null, declines: 0 })
  })

  it('needs a saved card, and its limit covers one charge', async () => {
    await using site = await startCardSite()
    const ada = await site.user('ada@example.com')
    const put = (body: ReturnType<typeof settings>) => ada.client.cards.changeAutoTopUp({ body })
    const ok = settings({ below: 10, add: 20, month: 50 })
    await expect(put(ok)).rejects.toMatchObject({ code: 'no_saved_card' })
    const little = settings({ below: 10, add: 20, month: 19 })
    await expect(put(little)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

function settings({ below, add, month }: { below: number; add: number; month: number }) {
  return {
    enabled: true,
    below_micro_usd: below * usd,
    add_micro_usd: add * usd,
    month_micro_usd_max: month * usd,
  }
}
