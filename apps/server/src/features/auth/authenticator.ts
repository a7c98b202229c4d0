import type { Clock } from '@gridloom/async/clock'
import { apiKeyPrefix } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import { assertNever } from '@gridloom/domain/assert-never'
import type { AccountActor, Ctx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type {
  Authenticator,
  CallerRequirements,
  PresentedToken,
} from '../../platform/http/routes.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { publishSessions } from '../accounts/index.ts'
import { createKeyUses, findKey, type KeyUses, validateKey } from '../keys/index.ts'
import { sessionSignal } from './session-signal.ts'
import { endSession, type FoundToken, findToken } from './sessions-store.ts'
import type { TokenCache } from './token-cache.ts'
import { validateToken } from './validate-token.ts'

interface AuthenticatorOptions {
  db: Db
  clock: Clock
  log: Log
  cache: TokenCache
  transact: Ctx['transact']
  changes: Pick<Changes, 'subscribe'>
}

/** Authenticates bearer tokens and API keys, with one indexed query when the cache has no entry. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const uses = createKeyUses(options)
  return {
    authenticate: (caller, need) =>
      caller.token.startsWith(apiKeyPrefix)
        ? keyActor({ ...options, uses }, caller, need)
        : sessionActor(options, caller.token, need),
    sessionSignal: (actor, until) => sessionSignal(options, actor, until),
  }
}

async function sessionActor(
  options: AuthenticatorOptions,
  token: string,
  need: CallerRequirements,
): Promise<AccountActor> {
  const { db, clock, cache } = options
  const hash = hashSecret(token)
  const found = await cache.tokens.get(hash, async () => {
    const value = await findToken(db, hash)
    return { value, owner: isKept(value) ? value.userId : null }
  })
  const verdict = validateToken(found, need, clock.now())
  if (found === undefined) throw new Refused('unauthorized')
  const { accountId, userId, sessionId, purpose, role, hasAccess } = found
  switch (verdict.kind) {
    case 'good': {
      const via = { kind: 'session', sessionId, purpose } as const
      return { kind: 'account', accountId, userId, role, hasAccess, via }
    }
    case 'refused':
      throw new Refused(verdict.code)
    case 'reused':
      await endStolen(options, found)
      throw new Refused('unauthorized')
    default:
      return assertNever(verdict)
  }
}

/** Whether a token may be cached. A rotated one may not, as its verdict depends on the time and may end its session. */
function isKept(found: FoundToken | undefined): found is FoundToken {
  return found !== undefined && found.rotatedAt === null && found.endedAt === null
}

/** Ends a session of which a token was stolen, as the thief and the user cannot be distinguished. */
async function endStolen(
  { transact, clock, log }: AuthenticatorOptions,
  found: FoundToken,
): Promise<void> {
  const { sessionId, userId } = found
  await transact(async (tx) => {
    await endSession(tx, sessionId, clock.now())
    await publishSessions(tx, userId, [sessionId])
  })
  log.warn(
    { event: 'session.reuse_detected', sessionId, userId },
    'a rotated token was used again: its session is ended',
  )
}

async function keyActor(
  { db, clock, cache, uses }: AuthenticatorOptions & { uses: KeyUses },
  { token, address }: PresentedToken,
  need: CallerRequirements,
): Promise<AccountActor> {
  const hash = hashSecret(token)
  const found = await cache.keys.get(hash, async () => {
    const value = await findKey(db, hash)
    return { value, owner: value?.userId ?? null }
  })
  const verdict = validateKey(found, need, clock.now())
  if (found === undefined) throw new Refused('unauthorized')
  switch (verdict.kind) {
    case 'good': {
      const { accountId, userId, hasAccess, keyId, scopes, models } = found
      uses.note(keyId, address)
      const via = { kind: 'key', keyId, scopes, models } as const
      // A key never acts as operator, even if its user is one.
      return { kind: 'account', accountId, userId, role: 'user', hasAccess, via }
    }
    case 'refused':
      throw new Refused(verdict.code)
    case 'missing':
      throw new Refused('scope_missing', { details: { scope: verdict.scope } })
    default:
      return assertNever(verdict)
  }
}
