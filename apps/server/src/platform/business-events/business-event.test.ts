import { AccountId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { aContext } from '../../../test/context.ts'
import type { Ctx, Tx } from '../ctx.ts'
import { eventKind, eventSubscriber, type StoredEvent } from './business-event.ts'

const me = AccountId.parse('acc_00000000000000000000000001')
const painted = eventKind('wall.painted', z.object({ colour: z.string() }))
const broken = eventKind('wall.broken', z.object({ holes: z.int() }))

it('passes a handler the payload of each kind', async () => {
  const { seen, handle } = setup()
  await handle(stored(painted.topic, { colour: 'red' }))
  await handle(stored(broken.topic, { holes: 2 }))
  expect(seen).toEqual(['red', 2])
})

it('rejects a payload that does not match its kind', async () => {
  const { seen, handle } = setup()
  await expect(handle(stored(painted.topic, { colour: 7 }))).rejects.toThrow('colour')
  expect(seen).toEqual([])
})

it('skips a topic that it no longer subscribes to', async () => {
  const { seen, handle } = setup()
  await handle(stored('wall.sold', {}))
  expect(seen).toEqual([])
})

function stored(topic: string, payload: unknown): StoredEvent {
  return { id: '1', topic, subject: 'w', accountId: me, payload, at: new Date(0), attempts: 0 }
}

function setup() {
  const seen: unknown[] = []
  const subscriber = eventSubscriber({
    name: 'test.walls',
    to: [painted, broken],
    async handle(_ctx: Ctx, _tx, event) {
      seen.push(event.topic === 'wall.painted' ? event.payload.colour : event.payload.holes)
    },
  })
  const ctx = aContext(me, new AbortController().signal)
  const handle = (event: StoredEvent) => ctx.transact((tx: Tx) => subscriber.handle(ctx, tx, event))
  return { seen, handle }
}
