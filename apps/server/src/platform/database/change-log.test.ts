import { AccountId } from '@gridloom/contract/core/ids'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aContext } from '../../../test/context.ts'
import { createChangeLog } from './change-log.ts'

const accountId = AccountId.parse('acc_00000000000000000000000001')
const topics = ['balance', 'metrics'] as const
const { db } = aContext(accountId, new AbortController().signal)
const { readNotification } = createChangeLog(db, topics)
const change = {
  id: '12',
  topic: 'balance',
  accountId,
  subject: '',
}

it('parses the payload of a NOTIFY', () => {
  expect(readNotification(JSON.stringify(change))).toEqual(change)
})

it.each(topics.map((topic) => [topic]))('accepts the topic %s', (topic) => {
  expect(readNotification(JSON.stringify({ ...change, topic }))?.topic).toBe(topic)
})

it('parses a change without an id, and one for everyone', () => {
  const read = readNotification(JSON.stringify({ ...change, id: null, accountId: null }))
  expect(read).toEqual({ ...change, id: null, accountId: null })
})

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['half a JSON', '{"id":'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a topic of a newer server', JSON.stringify({ ...change, topic: 'weather' })],
  ['an account that is none', JSON.stringify({ ...change, accountId: 'somebody' })],
  ['a number for an id', JSON.stringify({ ...change, id: 12 })],
  ['no subject', JSON.stringify({ ...change, subject: undefined })],
])('returns undefined for %s', (_name, payload) => {
  expect(readNotification(payload)).toBeUndefined()
})

it('drops unknown fields', () => {
  expect(readNotification(JSON.stringify({ ...change, secret: 'x' }))).toEqual(change)
})

it('never throws, whatever the payload', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (payload) => {
      readNotification(payload)
    }),
  )
})
