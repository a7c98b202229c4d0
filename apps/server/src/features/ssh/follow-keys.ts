import type { InstanceId } from '@gridloom/contract/core/ids'
import type { AccountActor } from '../../platform/ctx.ts'
import { repeatOnChange } from '../../platform/repeat-on-change.ts'
import type { SshCtx } from './ctx.ts'
import { readServerKeys } from './server-keys.ts'

/** The keys of a user that one connection was opened with. */
export interface FollowedKeys extends AsyncDisposable {
  /** Lines of authorized_keys. */
  readonly lines: readonly string[]
  /** Aborts when one of them is removed. */
  readonly removed: AbortSignal
}

/** For a change that was missed. */
const checkEveryMs = 10_000
const gatherMs = 200

/** Reads the keys of a connection to the SSH server inside an instance, and follows them until disposed of. */
export async function followKeys(
  ctx: SshCtx,
  actor: AccountActor,
  instanceId: InstanceId,
): Promise<FollowedKeys> {
  const lines = await readServerKeys(ctx, actor, instanceId)
  const removed = new AbortController()
  const following = repeatOnChange({
    ...{ clock: ctx.clock, changes: ctx.changes, everyMs: checkEveryMs, gatherMs },
    on: ({ topic, subject }) => topic === 'ssh_access' && subject === actor.userId,
    work: async () => {
      const now = new Set(await readServerKeys(ctx, actor, instanceId))
      if (lines.some((line) => !now.has(line))) removed.abort()
    },
    failed: (error) =>
      ctx.log.warn({ event: 'ssh_keys.check_failed', err: error }, 'SSH keys were not checked'),
  })
  return {
    lines,
    removed: removed.signal,
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  }
}
