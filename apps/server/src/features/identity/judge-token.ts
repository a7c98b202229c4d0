import type { Auth } from '@gridloom/contract/endpoint'
import type { ErrorCode } from '@gridloom/contract/errors'
import { assertNever } from '@gridloom/domain/assert-never'
import type { FoundToken } from './sessions-store.ts'

/** What a bearer token is good for; `reused` also means that its session must end now. */
export type Verdict = { kind: 'good' } | { kind: 'refused'; code: ErrorCode } | { kind: 'reused' }

/**
 * Another tab may have a call in flight with the token that was just rotated. That is no theft: it is
 * told to look for the newer token, which it shares. Later use of a rotated token is one.
 */
export const rotationGraceMs = 10_000

/** Judges a token at a moment for what an endpoint needs. Pure; see `Auth` in the contract. */
export function judgeToken(found: FoundToken | undefined, need: Auth, now: Date): Verdict {
  if (found === undefined || found.endedAt !== null || found.sessionExpiresAt <= now)
    return refused('unauthorized')
  if (found.rotatedAt !== null) {
    const ageMs = now.getTime() - found.rotatedAt.getTime()
    return ageMs <= rotationGraceMs ? refused('token_expired') : { kind: 'reused' }
  }
  if (need === 'refresh') return { kind: 'good' }
  if (found.tokenExpiresAt <= now) return refused('token_expired')
  return judgeRole(found, need)
}

function judgeRole(found: FoundToken, need: Exclude<Auth, 'refresh'>): Verdict {
  switch (need) {
    case 'public':
    case 'session':
      return { kind: 'good' }
    case 'member':
      return found.hasAccess ? { kind: 'good' } : refused('access_code_required')
    case 'operator':
      return found.role === 'operator' ? { kind: 'good' } : refused('forbidden')
    case 'machine':
      // Machines sign their requests; a person's token never opens their door.
      return refused('unauthorized')
    default:
      return assertNever(need)
  }
}

function refused(code: ErrorCode): Verdict {
  return { kind: 'refused', code }
}
