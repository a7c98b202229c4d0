import type { Scope } from '@gridloom/contract/core/scopes'
import type { AccountActor } from '../../platform/ctx.ts'
import type { Arrived } from '../../platform/events.ts'

/** The scope that an API key needs for the events of a topic, as for the calls that return the same. */
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

/** Whether a caller may receive the events of a topic: a session all, a key those of its scopes. */
export function mayReceive({ via }: Pick<AccountActor, 'via'>, topic: Arrived['topic']): boolean {
  const scope = scopes[topic]
  return via.kind === 'session' || scope === undefined || via.scopes.includes(scope)
}
