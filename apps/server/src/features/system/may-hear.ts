import type { Scope } from '@gridloom/contract/core/scopes'
import type { AccountActor } from '../../platform/ctx.ts'
import type { Arrived } from '../../platform/events.ts'

/** What an API key must be allowed to see before a change is told to it: events show what the calls do. */
const scopes: Readonly<Partial<Record<Arrived['topic'], Scope>>> = {
  instance: 'instances:read',
  metrics: 'instances:read',
  notice: 'instances:read',
  machine: 'machines:read',
  render: 'renders:read',
  balance: 'billing:read',
  offers: 'market:read',
  chat: 'chats:read',
}

/** Whether a change may be told: all of them to a person, to a key what its scopes open. */
export function mayHear({ via }: Pick<AccountActor, 'via'>, topic: Arrived['topic']): boolean {
  const scope = scopes[topic]
  return via.kind === 'session' || scope === undefined || via.scopes.includes(scope)
}
