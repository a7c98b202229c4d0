import { sessionLimits } from '@gridloom/contract/agent/session-calls'
import type { AccountActor } from '../../platform/ctx.ts'
import { repeatOnChange } from '../../platform/repeat-on-change.ts'
import { readAuthorizedKeys } from '../keys/index.ts'
import type { SshCtx } from './ctx.ts'

/** The keys of a user that one connection was opened with. */
export interface FollowedKeys extends AsyncDisposable {
  /** Lines of authorized_keys, newest first. */
  readonly lines: readonly string[]
  /** Aborts when one of them is removed. */
  readonly removed: AbortSignal
}

/** For a change that was missed. */
const checkEveryMs = 10_000
const gatherMs = 200

/** Reads a user's SSH keys, and follows them until disposed of. */
export async function followKeys(
  ctx: SshCtx,
  actor: Pick<AccountActor, 'accountId' | 'userId'>,
): Promise<FollowedKeys> {
  const { accountId, userId } = actor
  const read = async () => {
    const keys = await readAuthorizedKeys(ctx.db, [{ accountId, userId }])
    return fitting(keys({ accountId, userId }))
  }
  const lines = await read()
  const removed = new AbortController()
  const following = repeatOnChange({
    ...{ clock: ctx.clock, changes: ctx.changes, everyMs: checkEveryMs, gatherMs },
    on: ({ topic, subject }) => topic === 'ssh_access' && subject === userId,
    work: async () => {
      const now = new Set(await read())
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

/** As many as an agent takes, the newest first. */
function fitting(keys: readonly string[]): string[] {
  const { authorizedKeysBytes } = sessionLimits
  const fits: string[] = []
  let left: number = authorizedKeysBytes
  for (const key of keys.toReversed()) {
    left -= key.length
    if (left < 0) break
    fits.push(key)
  }
  return fits
}
