import { AccountId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { expect, it } from 'vitest'
import { aContext } from '../../../test/context.ts'
import { fakeChanges } from '../../../test/fake-changes.ts'
import { noFeatures } from '../../platform/all-features.ts'
import type { TopicRules } from '../../platform/topic-rules.ts'
import { streamEvents } from './stream-events.ts'

const me = AccountId.parse('acc_00000000000000000000000001')
const other = AccountId.parse('acc_00000000000000000000000002')

it('sends missed events first, then those that arrived during the look-up', async () => {
  const { changes, follow } = setup()
  changes.since = async () => {
    changes.publish({ id: '8', topic: 'offers', subject: 'b' })
    return [{ id: '7', topic: 'offers', accountId: null, subject: 'a' }]
  }
  const reader = await follow('6')
  expect((await reader.next()).value).toMatchObject({ event: 'offers', id: '7' })
  expect((await reader.next()).value).toMatchObject({ event: 'offers', id: '8' })
})

it('treats an invalid last event id as the oldest one', async () => {
  const { changes, follow } = setup()
  const asked: string[] = []
  changes.since = async (id) => {
    asked.push(id)
    return []
  }
  for (const id of ['x', '-1', '1e9', '9'.repeat(19), '12']) await follow(id)
  expect(asked).toEqual(['0', '0', '0', '0', '12'])
})

it('looks up no missed events without a last event id', async () => {
  const { changes, follow } = setup()
  changes.since = async () => {
    throw new RangeError('nothing was to be looked up')
  }
  await expect(follow(undefined)).resolves.toBeDefined()
})

it('skips the events of other accounts', async () => {
  const { changes, follow } = setup()
  const reader = await follow(undefined)
  changes.publish({ id: '1', topic: 'offers', accountId: other, subject: 'theirs' })
  changes.publish({ id: '2', topic: 'offers', accountId: me, subject: 'mine' })
  expect((await reader.next()).value).toMatchObject({ id: '2' })
})

it('sends only account events of the user while the session acts for a company', async () => {
  const { changes, follow } = setup({ accountId: other, userId: me })
  const reader = await follow(undefined)
  changes.publish({ id: '1', topic: 'offers', accountId: me, subject: 'mine' })
  changes.publish({ id: '2', topic: 'account', accountId: me, subject: me })
  changes.publish({ id: '3', topic: 'offers', accountId: other, subject: 'the company’s' })
  expect((await reader.next()).value).toMatchObject({ event: 'account', id: '2' })
  expect((await reader.next()).value).toMatchObject({ event: 'offers', id: '3' })
})

it('sends missed events of the user and the company in order while acting for a company', async () => {
  const { changes, follow } = setup({ accountId: other, userId: me })
  changes.since = async (_id, accountId) =>
    accountId === me
      ? [
          { id: '3', topic: 'account', accountId: me, subject: me },
          { id: '4', topic: 'offers', accountId: null, subject: 'b' },
        ]
      : [
          { id: '2', topic: 'account', accountId: other, subject: other },
          { id: '4', topic: 'offers', accountId: null, subject: 'b' },
        ]
  const reader = await follow('1')
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await reader.next()).value?.id)
  expect(ids).toEqual(['2', '3', '4'])
})

it('sends no id with an event that cannot be resumed from', async () => {
  const { changes, follow } = setup()
  const reader = await follow(undefined)
  changes.publish({ id: null, topic: 'offers' })
  expect((await reader.next()).value).toEqual({ event: 'offers', data: {} })
})

it('hides topics without a rule to show them', async () => {
  const { changes, follow } = setup()
  const reader = await follow(undefined)
  changes.publish({ id: null, topic: 'mail' })
  changes.publish({ id: '2', topic: 'offers' })
  expect((await reader.next()).value).toMatchObject({ event: 'offers', id: '2' })
})

it('ends and unsubscribes when its reader disconnects', async () => {
  const { changes, follow, stop } = setup()
  const reader = await follow(undefined)
  const next = reader.next()
  stop.abort()
  expect(await next).toMatchObject({ done: true })
  expect(changes.listening()).toBe(0)
})

const rules: TopicRules<object> = {
  offers: { show: async () => ({ event: 'offers', data: {} }) },
  account: { ofUser: true, show: async () => ({ event: 'account', data: {} }) },
  mail: {},
}

function setup(over: Parameters<typeof anActor>[1] = {}) {
  const changes = fakeChanges()
  const stop = new AbortController()
  const actor = anActor(me, over)
  const ctx = { ...aContext(me, stop.signal), actor, changes }
  const follow = async (after: string | undefined) =>
    (await streamEvents(ctx, { rules, all: noFeatures, after }))[Symbol.asyncIterator]()
  return { changes, stop, follow }
}
