import { createHmac } from 'node:crypto'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { webhookBody } from '@gridloom/contract/webhooks/events'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startReceiver } from '../../../../test/receiver.ts'
import { type WebhooksFixture, withWebhooks } from '../../../../test/webhooks.ts'
import { balanceLow } from '../../instances/index.ts'
import { stopInstance } from '../../instances/stop-instance.ts'
import { renderCompleted } from '../../rendering/index.ts'
import { snapshotFailed, snapshotReady } from '../../snapshots/index.ts'
import { changeWebhook } from '../change-webhook.ts'
import { listDeliveries, readDelivery } from '../read-deliveries.ts'
import { readWebhook } from '../read-webhooks.ts'
import { replayDelivery } from '../replay-delivery.ts'
import { rotateSecret } from '../rotate-secret.ts'
import { tidyDeliveries } from '../tidy-deliveries.ts'
import { DeliveryPool } from './delivery-pool.ts'
import { startDeliveries } from './start-deliveries.ts'

const hourMs = 60 * 60 * 1_000
const never = new AbortController().signal

describe('an event', () => {
  it('is sent once to each webhook of its account that receives its kind, signed', async () => {
    await using hooks = await withWebhooks()
    const { secret } = await hooks.create()
    await hooks.create({ events: ['instance.destroyed'] })
    const stranger = hooks.ctxOf(await hooks.newAccount(4_000_000))
    await hooks.create({}, stranger)
    const id = await hooks.running({ label: 'box' })
    await hooks.send()
    await hooks.send()
    const [request, ...more] = hooks.receiver.requests
    expect(more).toEqual([])
    const body = webhookBody('instance.ready').parse(JSON.parse(request?.body ?? ''))
    expect(body).toEqual({
      type: 'instance.ready',
      timestamp: hooks.clock.now().toISOString(),
      account_id: hooks.account,
      data: {
        instance_id: id,
        label: 'box',
        machine_id: hooks.machineId,
        state: 'running',
        cause: null,
        exit_code: null,
      },
    })
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Gridloom-Webhooks',
      'webhook-id': expect.stringMatching(/^evt_/),
    })
    expect(verified(request, secret)).toBe(true)
    expect(verified({ ...request, body: `${request?.body} ` }, secret)).toBe(false)
  })

  it('of a snapshot names it and its instance, with its size or why it failed', async () => {
    await using hooks = await withWebhooks()
    await hooks.create({ events: ['snapshot.ready', 'snapshot.failed'] })
    const { ids } = hooks.system
    const [ready, failed] = [ids.mint('snapshot'), ids.mint('snapshot')]
    const about = { name: 'nightly', instance_id: ids.mint('instance') }
    const [stored, broken] = [
      { ...about, failure: null, stored_bytes: 7_000 },
      { ...about, failure: 'disk_full' as const, stored_bytes: 0 },
    ]
    const accountId = hooks.account
    await hooks.record(
      snapshotReady.of({ subject: ready, accountId, payload: stored }),
      snapshotFailed.of({ subject: failed, accountId, payload: broken }),
    )
    await hooks.send()
    const [first, second, ...more] = hooks.receiver.requests.map(({ body }) => JSON.parse(body))
    expect(more).toEqual([])
    expect(webhookBody('snapshot.ready').parse(first)).toMatchObject({
      ...{ type: 'snapshot.ready', account_id: hooks.account },
      data: { ...stored, snapshot_id: ready },
    })
    expect(webhookBody('snapshot.failed').parse(second)).toMatchObject({
      ...{ type: 'snapshot.failed', account_id: hooks.account },
      data: { ...broken, snapshot_id: failed },
    })
  })

  it('contains no environment and no note of an instance', async () => {
    await using hooks = await withWebhooks()
    await hooks.create()
    await hooks.running({ env: { TOKEN: 'very-secret' } })
    await hooks.send()
    expect(JSON.stringify(hooks.receiver.requests)).not.toContain('very-secret')
  })

  it('of a render job and of the balance is sent, the latter once an hour for all instances', async () => {
    await using hooks = await withWebhooks()
    await hooks.create({ events: ['render.completed', 'balance.low'] })
    const accountId = hooks.account
    const job = hooks.system.ids.mint('renderJob')
    const low = (within_s: number) =>
      balanceLow.of({
        subject: accountId,
        accountId,
        payload: {
          available_micro_usd: 1,
          spend_rate_micro_usd_per_hour: 2,
          lasts_s: 3_000,
          within_s,
        },
      })
    const payload = { frames_done: 2, frames_failed: 1, charged_micro_usd: 5 }
    await hooks.record(renderCompleted.of({ subject: job, accountId, payload }))
    await hooks.record(low(3_600), low(3_600), low(600))
    await hooks.send()
    expect(hooks.receiver.bodies().map(({ type, data }) => [type, data])).toEqual([
      ['render.completed', { job_id: job, ...payload }],
      ['balance.low', { available_micro_usd: 1, spend_rate_micro_usd_per_hour: 2, lasts_s: 3_000 }],
      ['balance.low', { available_micro_usd: 1, spend_rate_micro_usd_per_hour: 2, lasts_s: 3_000 }],
    ])
  })

  it('waits for the earlier ones of its instance while their first attempts fail, and for no other', async () => {
    await using hooks = await withWebhooks()
    await hooks.create()
    const [one, other] = [await hooks.running(), await hooks.running()]
    await stop(hooks, one, other)
    hooks.receiver.next((response) => response.writeHead(500).end())
    await hooks.send()
    const nameOf = (body: object) => (JSON.stringify(body).includes(one) ? 'one' : 'other')
    const sent = () => hooks.receiver.bodies().map((body) => `${body.type} ${nameOf(body)}`)
    expect(sent()).toEqual(['instance.ready one', 'instance.ready other', 'instance.stopped other'])
    await hooks.clock.jump(hourMs)
    await hooks.send()
    expect(sent().slice(3)).toEqual(['instance.ready one', 'instance.stopped one'])
  })
})

describe('a failed attempt', () => {
  it.each([
    ['a status', 500, 'status'],
    ['a redirect', 302, 'redirected'],
  ])('is %s, recorded with the answer, and repeated later', async (_what, status, failure) => {
    await using hooks = await withWebhooks()
    const { webhook } = await hooks.create()
    await hooks.running()
    hooks.receiver.next((response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('went wrong'),
    )
    await hooks.send()
    await hooks.send()
    expect(hooks.receiver.requests).toHaveLength(1)
    const { deliveries } = await listDeliveries(hooks.renter, webhook.id, { limit: 20 })
    expect(deliveries).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        last_attempt: { status, failure, response_start: 'went wrong' },
      },
    ])
    expect(await readWebhook(hooks.renter, webhook.id)).toMatchObject({
      failing_since: hooks.clock.now().toISOString(),
    })
    await hooks.clock.jump(10_000)
    await hooks.send()
    const [first, second] = hooks.receiver.requests
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(await readWebhook(hooks.renter, webhook.id)).toMatchObject({ failing_since: null })
  })

  it('is repeated for a day and then given up; the webhook is disabled after days, with a notice and an email', async () => {
    await using hooks = await withWebhooks()
    await using broken = await startReceiver((response) => response.writeHead(503).end())
    const { webhook } = await hooks.create({ url: broken.url })
    await hooks.running()
    await failUntilGivenUp(hooks)
    expect(broken.requests).toHaveLength(11)
    expect(await hooks.deliveries()).toMatchObject([{ state: 'failed', attempts: 11 }])
    expect(await readWebhook(hooks.renter, webhook.id)).toMatchObject({ enabled: true })
    await hooks.clock.jump(2 * 24 * hourMs)
    await hooks.running()
    await failUntilGivenUp(hooks)
    expect(await readWebhook(hooks.renter, webhook.id)).toMatchObject({
      enabled: false,
      disabled_reason: 'failing',
    })
    const { rows } = await sql<{ text: string }>`select text from notices
      where key like 'webhook_disabled:%'`.execute(hooks.db)
    expect(rows).toMatchObject([{ text: expect.stringContaining('127.0.0.1') }])
  })

  it('with 410 disables the webhook at once, and fails what waits', async () => {
    await using hooks = await withWebhooks()
    const { webhook } = await hooks.create()
    const [one, other] = [await hooks.running(), await hooks.running()]
    await stop(hooks, one, other)
    hooks.receiver.next((response) => response.writeHead(410).end())
    await hooks.queue()
    const pool = new DeliveryPool(hooks.system, () => {})
    await pool.fill(never)
    await pool.settled()
    expect(await readWebhook(hooks.renter, webhook.id)).toMatchObject({ disabled_reason: 'gone' })
    const states = (await hooks.deliveries()).map(({ state }) => state)
    expect(states.filter((state) => state === 'waiting')).toEqual([])
    const before = hooks.receiver.requests.length
    await hooks.running()
    await hooks.clock.jump(hourMs)
    await hooks.send()
    expect(hooks.receiver.requests).toHaveLength(before)
  })
})

describe('several senders', () => {
  it('never make two attempts of one delivery at once', async () => {
    await using hooks = await withWebhooks()
    await hooks.create({ events: ['instance.ordered', 'instance.ready'] })
    for (let count = 0; count < 4; count++) await hooks.running()
    await hooks.queue()
    const pools = [1, 2, 3].map(() => new DeliveryPool(hooks.system, () => {}))
    for (let round = 0; round < 12; round++) {
      await Promise.all(pools.map((pool) => pool.fill(never)))
      await Promise.all(pools.map((pool) => pool.settled()))
    }
    const ids = hooks.receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(8)
    expect(new Set(ids).size).toBe(8)
  })

  it('send again what a killed one had claimed, once its lease ends', async () => {
    await using hooks = await withWebhooks()
    await hooks.create()
    await hooks.running()
    await hooks.queue()
    // As after a kill: claimed, and nobody left to settle it.
    await sql`update webhook_deliveries set lease = 'gone', step = 1, attempts = 1,
      next_try_at = ${new Date(hooks.clock.now().getTime() + 30_000)}`.execute(hooks.db)
    await hooks.send()
    expect(hooks.receiver.requests).toEqual([])
    await hooks.clock.jump(30_000)
    await hooks.send()
    await hooks.send()
    expect(hooks.receiver.requests).toHaveLength(1)
    expect(await hooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('deliver to other accounts while the receivers of one stall', {
    timeout: 30_000,
  }, async () => {
    await using hooks = await withWebhooks()
    await using stalling = await startReceiver(() => {})
    const events = ['instance.ordered', 'instance.started', 'instance.ready'] as const
    for (let count = 0; count < 5; count++)
      await hooks.create({ url: stalling.url, events: [...events] })
    for (let count = 0; count < 3; count++) await hooks.running()
    const other = hooks.ctxOf(await hooks.newAccount(4_000_000))
    await hooks.create({}, other)
    await hooks.running({}, other)
    await hooks.queue()
    const pool = new DeliveryPool(hooks.system, () => {})
    await pool.fill(never)
    await hooks.receiver.arrived(1)
    await stalling.arrived(8)
    await pool.fill(never)
    expect(stalling.requests).toHaveLength(8)
    await pool.close()
  })

  it('put back what they send when they stop, without counting the attempt', async () => {
    await using hooks = await withWebhooks()
    await using stalling = await startReceiver(() => {})
    await hooks.create({ url: stalling.url })
    await hooks.running()
    await hooks.queue()
    await using sender = startDeliveries(hooks.system)
    await stalling.arrived(1)
    await sender[Symbol.asyncDispose]()
    expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting', step: 0, attempts: 0 }])
  })
})

describe('a rotated secret', () => {
  it('signs beside the previous one for 24 hours, and alone afterwards', async () => {
    await using hooks = await withWebhooks()
    const { webhook, secret: before } = await hooks.create()
    const { secret: after } = await rotateSecret(hooks.renter, webhook.id)
    await hooks.running()
    await hooks.send()
    const [first] = hooks.receiver.requests
    expect([verified(first, before), verified(first, after)]).toEqual([true, true])
    await hooks.clock.jump(24 * hourMs)
    await hooks.running()
    await hooks.send()
    const [, second] = hooks.receiver.requests
    expect([verified(second, before), verified(second, after)]).toEqual([false, true])
  })
})

describe('a replay', () => {
  it('sends the same event again, delivered or failed, and leaves one that waits', async () => {
    await using hooks = await withWebhooks()
    const { webhook } = await hooks.create()
    await hooks.running()
    await hooks.send()
    const { deliveries } = await listDeliveries(hooks.renter, webhook.id, { limit: 1 })
    const delivery = deliveries[0]?.id
    if (delivery === undefined) throw new RangeError('nothing was delivered')
    await replayDelivery(hooks.renter, { id: webhook.id, delivery })
    await replayDelivery(hooks.renter, { id: webhook.id, delivery })
    await hooks.send()
    const [first, second, ...more] = hooks.receiver.requests
    expect(more).toEqual([])
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    const details = await readDelivery(hooks.renter, { id: webhook.id, delivery })
    expect(details).toMatchObject({ state: 'delivered', attempts: 2, body: first?.body })
    expect(details.attempts_made).toHaveLength(2)
  })

  it('is refused while the webhook is disabled', async () => {
    await using hooks = await withWebhooks()
    const { webhook } = await hooks.create()
    await hooks.running()
    await hooks.send()
    const { deliveries } = await listDeliveries(hooks.renter, webhook.id, { limit: 1 })
    await changeWebhook(hooks.renter, { id: webhook.id, enabled: false })
    for (const { id: delivery } of deliveries)
      await expect(
        replayDelivery(hooks.renter, { id: webhook.id, delivery }),
      ).rejects.toMatchObject({ code: 'state_conflict' })
    expect(deliveries).toHaveLength(1)
  })
})

it('deletes deliveries after 30 days, with their attempts', async () => {
  await using hooks = await withWebhooks()
  await hooks.create()
  await hooks.running()
  await hooks.send()
  await hooks.clock.jump(29 * 24 * hourMs)
  await tidyDeliveries(hooks.system)
  expect(await hooks.deliveries()).toHaveLength(1)
  await hooks.clock.jump(2 * 24 * hourMs)
  await tidyDeliveries(hooks.system)
  expect(await hooks.deliveries()).toEqual([])
  const { rows } = await sql`select from webhook_attempts`.execute(hooks.db)
  expect(rows).toEqual([])
})

async function stop(hooks: WebhooksFixture, ...ids: InstanceId[]): Promise<void> {
  for (const id of ids) await stopInstance(hooks.renter, id)
  await hooks.heartbeat(
    ids.map((id) => hooks.report(id, { phase: 'stopped', observed_generation: 2 })),
  )
}

/** Passes a bit more than a day in steps that no pause of the schedule outlasts. */
async function failUntilGivenUp(hooks: WebhooksFixture): Promise<void> {
  for (let step = 0; step < 12; step++) {
    await hooks.send()
    const waiting = (await hooks.deliveries()).filter(({ state }) => state === 'waiting')
    const nextMs = Math.max(0, ...waiting.map(({ next_try_at: at }) => at.getTime()))
    await hooks.clock.jump(Math.max(0, nextMs - hooks.clock.now().getTime()))
  }
}

interface Signed {
  headers?: NodeJS.Dict<string | string[]>
  body?: string
}

/** Verifies a request as the Standard Webhooks specification tells receivers to. */
function verified(request: Signed | undefined, secret: string): boolean {
  const { headers = {}, body = '' } = request ?? {}
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
