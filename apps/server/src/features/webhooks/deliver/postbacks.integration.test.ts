import { createHmac, timingSafeEqual } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type WebhooksFixture, withWebhooks } from '../../../../test/webhooks.ts'
import { affiliateCommissionBooked, affiliateSignedUp } from '../../affiliate/index.ts'
import { changeWebhook } from '../change-webhook.ts'
import { testWebhook } from '../test-webhook.ts'

const never = new AbortController().signal

describe('a postback URL', () => {
  it('receives the values of its event once, signed, and nothing of the person', async () => {
    await using hooks = await withWebhooks()
    const query = 'cid={click_id}&s={sub_id}&c={campaign}&e={event}&m={commission_micro_usd}'
    const { secret } = await hooks.create({
      url: `${hooks.receiver.url}?${query}`,
      events: ['affiliate.signed_up', 'affiliate.commission_booked'],
    })
    const { signedUp, booked, clickId } = await recorded(hooks)
    await hooks.send()
    await hooks.send()
    const [first, second, ...more] = hooks.receiver.requests
    expect(more).toEqual([])
    expect(queryOf(first)).toEqual({
      ...{ cid: clickId, s: 'a&b=c', c: 'Autumn é', e: 'affiliate.signed_up', m: '' },
    })
    expect(queryOf(second)).toMatchObject({ e: 'affiliate.commission_booked', m: '2000000' })
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      data: { referral_id: booked, day: '2026-11-20', level: 1, commission_micro_usd: 2_000_000 },
    })
    expect(signedUp).toBe(booked)
    for (const request of [first, second]) {
      expect(isSigned(request, secret)).toBe(true)
      expect(isSigned({ ...request, body: `${request?.body} ` }, secret)).toBe(false)
    }
  })

  it('waits as long as a receiver that is busy asks for', async () => {
    await using hooks = await withWebhooks()
    await hooks.create({ url: hooks.receiver.url, events: ['affiliate.signed_up'] })
    hooks.receiver.next((response) => response.writeHead(429, { 'retry-after': '600' }).end())
    await recorded(hooks)
    await hooks.send()
    const [delivery] = await hooks.deliveries()
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 })
    const waitMs = (delivery?.next_try_at.getTime() ?? 0) - hooks.clock.now().getTime()
    expect(waitMs).toBe(600_000)
  })

  it('can be tested, with values that are marked as a test', async () => {
    await using hooks = await withWebhooks()
    const { webhook } = await hooks.create({
      url: `${hooks.receiver.url}?cid={click_id}&e={event}`,
      events: ['affiliate.activated'],
    })
    const tested = await testWebhook({ ...hooks.renter, signal: never }, webhook.id)
    expect(tested).toMatchObject({ state: 'delivered' })
    expect(queryOf(hooks.receiver.requests[0])).toEqual({ cid: 'test', e: 'webhook.test' })
  })

  it('is one of five, has macros in its query alone, and no other events', async () => {
    await using hooks = await withWebhooks()
    const events = ['affiliate.signed_up' as const]
    const url = `${hooks.receiver.url}?cid={click_id}`
    await expect(hooks.create({ url, events: ['instance.ready'] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(() => hooks.create({ url: 'https://{sub_id}.example.com/', events })).toThrow()
    const { webhook } = await hooks.create({ url, events })
    for (let count = 1; count < 5; count += 1) await hooks.create({ url, events })
    await expect(hooks.create({ url, events })).rejects.toMatchObject({ code: 'limit_reached' })
    const change = { id: webhook.id, events: ['balance.low' as const] }
    await expect(changeWebhook(hooks.renter, change)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const other = await hooks.create({ events: ['balance.low'] })
    await expect(
      changeWebhook(hooks.renter, { id: other.webhook.id, events }),
    ).rejects.toMatchObject({ code: 'limit_reached' })
  })
})

/** Records a sign-up and a day of commission of one referral. */
async function recorded(hooks: WebhooksFixture) {
  const { ids } = hooks.system
  const [subject, clickId] = [ids.mint('referral'), ids.mint('affiliateClick')]
  const payload = { by: 'click' as const, click_id: clickId, campaign: 'Autumn é', sub_id: 'a&b=c' }
  const accountId = hooks.account
  const day = { day: '2026-11-20', level: 1 as const, commission_micro_usd: 2_000_000 }
  await hooks.record(
    affiliateSignedUp.of({ subject, accountId, payload }),
    affiliateCommissionBooked.of({ subject, accountId, payload: { ...payload, ...day } }),
  )
  return { signedUp: subject, booked: subject, clickId }
}

interface Request {
  path?: string | undefined
  body?: string | undefined
  headers?: Record<string, string | string[] | undefined> | undefined
}

function queryOf(request: Request | undefined): Record<string, string> {
  return Object.fromEntries(new URL(request?.path ?? '', 'http://receiver.invalid').searchParams)
}

/** As a receiver verifies it, after the Standard Webhooks specification and without our code. */
function isSigned({ headers = {}, body = '' }: Request = {}, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', key).update(content).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}
