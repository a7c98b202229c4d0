import { confirmedForS } from '@gridloom/contract/core/constants'
import type { Auth } from '@gridloom/contract/core/endpoint'
import type { ErrorCode } from '@gridloom/contract/errors'
import { assertNever } from '@gridloom/domain/assert-never'
import type { CallerRequirements } from '../../platform/http/routes.ts'
import type { FoundToken } from './sessions-store.ts'

/** The validity of a bearer token; `reused` also ends its session. */
export type TokenVerdict =
  | { kind: 'good' }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'reused' }

/**
 * Another tab may have a request in flight with a token that was just rotated. That is not theft: the tab gets
 * `token_expired` and uses the newer token, which it shares. Later use of a rotated token counts as theft.
 */
export const rotationGraceMs = 10_000

/** Validates a token at a time for the needs of an endpoint. Pure; see `Endpoint` in the contract. */
export function validateToken(
  found: FoundToken | undefined,
  need: CallerRequirements,
  now: Date,
): TokenVerdict {
  if (found === undefined || found.endedAt !== null || found.sessionExpiresAt <= now)
    return refused('unauthorized')
  if (found.rotatedAt !== null) {
    const ageMs = now.getTime() - found.rotatedAt.getTime()
    return ageMs <= rotationGraceMs ? refused('token_expired') : { kind: 'reused' }
  }
  if (found.suspendedAt !== null) return refused('account_suspended')
  if (!isForThis(found, need)) return refused('unauthorized')
  if (need.auth === 'refresh') return good
  if (found.tokenExpiresAt <= now) return refused('token_expired')
  const byRole = validateRole(found, need.auth)
  if (byRole.kind === 'good' && found.isLapsed && !isForLapsed(need))
    return refused('membership_ended')
  if (byRole.kind !== 'good' || need.reauth === 'any') return byRole
  return isConfirmed(found, now) ? good : refused('confirmation_required')
}

/** Whether the user authenticated recently. */
export function isConfirmed({ confirmedAt }: Pick<FoundToken, 'confirmedAt'>, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() < confirmedForS * 1_000
}

const good = { kind: 'good' } as const

/** Whether the endpoint accepts the token's purpose: `reset` sets one password, `extension` only reads the account. */
function isForThis({ purpose }: FoundToken, need: CallerRequirements): boolean {
  switch (purpose) {
    case 'sign_in':
      return true
    case 'reset':
      return need.auth === 'reset'
    case 'extension':
      return need.auth === 'refresh' || need.scope === 'account:read'
    default:
      return assertNever(purpose)
  }
}

/** Whether the endpoint accepts a lapsed session. A password belongs to the user, whatever account is active. */
function isForLapsed({ auth, membership }: CallerRequirements): boolean {
  return membership === 'any' || auth === 'public' || auth === 'reset'
}

function validateRole(found: FoundToken, need: Exclude<Auth, 'refresh'>): TokenVerdict {
  switch (need) {
    case 'public':
    case 'session':
    case 'reset':
      return good
    case 'member':
      return found.hasAccess ? good : refused('access_code_required')
    case 'operator':
      return found.role === 'operator' ? good : refused('forbidden')
    case 'machine':
      // Machines sign their requests; a user's token is never accepted on their endpoints.
      return refused('unauthorized')
    default:
      return assertNever(need)
  }
}

function refused(code: ErrorCode): TokenVerdict {
  return { kind: 'refused', code }
}
