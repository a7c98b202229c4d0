import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { listenForChanges } from '../database/listen.ts'
import { eventKind, eventSubscriber } from './business-event.ts'
import { saveSubscribers } from './business-events-store.ts'
import { recordEvents } from './record-events.ts'
import { startEventDelivery } from './start-event-delivery.ts'

const painted = eventKind('wall.painted', z.object({ coat: z.int() }))

it('delivers earlier events at its start, and new ones at once', async () => {
  await using site = await setup()
  await site.paint(1)
  await using delivery = site.start()
  await site.coat(1)
  await site.paint(2)
  await site.coat(2)
  expect(delivery).toBeDefined()
})

it('delivers nothing more once it is disposed', async () => {
  await using site = await setup()
  await site.start()[Symbol.asyncDispose]()
  await site.paint(1)
  expect(site.handled).toEqual([])
})

async function setup() {
  const fixture = await withDatabase()
  const { url, db, clock } = fixture
  const ctx = fixture.ctx()
  const changes = await listenForChanges({
    url,
    db,
    clock,
    ids: ctx.ids,
    log: ctx.log,
    topics: ['business_event'],
  })
  const handled: number[] = []
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  const coatOf = (coat: number) => {
    const found = waiting.get(coat) ?? Promise.withResolvers<void>()
    waiting.set(coat, found)
    return found
  }
  const subscriber = eventSubscriber({
    name: 'test.walls',
    to: [painted],
    async handle(_ctx: Ctx, _tx, { payload }) {
      handled.push(payload.coat)
      coatOf(payload.coat).resolve()
    },
  })
  await ctx.transact((tx) => saveSubscribers(tx, [subscriber]))
  const event = (coat: number) =>
    painted.of({ subject: 'north', accountId: null, payload: { coat } })
  return {
    handled,
    start: () => startEventDelivery({ ...ctx, changes }, [subscriber]),
    paint: (coat: number) => ctx.transact((tx) => recordEvents(ctx, tx, [event(coat)])),
    /** Resolves when this coat is handled; the test's clock does not advance. */
    coat: (coat: number) => coatOf(coat).promise,
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
