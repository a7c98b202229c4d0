import type { AccountActor } from '../../platform/ctx.ts'
import type { TopicRule } from '../../platform/topic-rules.ts'

/** Whether a caller may receive the events of a topic: a session all topics, a key those of its scopes. */
export function mayReceive(
  { via }: Pick<AccountActor, 'via'>,
  { scope }: Pick<TopicRule<never>, 'scope'>,
): boolean {
  return via.kind !== 'key' || scope === undefined || via.scopes.includes(scope)
}
