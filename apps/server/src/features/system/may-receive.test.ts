import { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Scope } from '@gridloom/contract/scopes'
import { anActor } from '@gridloom/testkit/actor'
import { expect, it } from 'vitest'
import { all, topics } from '../../features.ts'
import type { Topic } from '../../platform/events.ts'
import { mayReceive } from './may-receive.ts'

const me = AccountId.parse('acc_00000000000000000000000001')

it('withholds events from a key without their scope', () => {
  const received = topics.filter((topic) => receives(aKey(['account:read', 'billing:read']), topic))
  expect(received).toContain('balance')
  expect(received).toContain('account')
  for (const topic of ['instance', 'metrics', 'notice', 'machine', 'offers', 'render'] as const)
    expect(received).not.toContain(topic)
})

it('sends a key the events of its scopes', () => {
  expect(receives(aKey(['account:read', 'instances:read']), 'instance')).toBe(true)
  expect(receives(aKey(['account:read', 'machines:read']), 'machine')).toBe(true)
  expect(receives(aKey(['account:read', 'renders:read']), 'render')).toBe(true)
})

it('sends a session all events', () => {
  for (const topic of topics) expect(receives(anActor(me), topic)).toBe(true)
})

function receives(actor: ReturnType<typeof anActor>, topic: Topic): boolean {
  return mayReceive(actor, all.topics[topic] ?? {})
}

function aKey(scopes: readonly Scope[]) {
  const keyId = ApiKeyId.parse('key_00000000000000000000000001')
  return anActor(me, { via: { kind: 'key', keyId, scopes, models: null } })
}
