import type { Scope } from '@gridloom/contract/scopes'
import type { CallerRequirements } from '../../platform/http/routes.ts'
import type { FoundKey } from './key-tokens-store.ts'

/** The result of validating an API key; `missing` names the scope that it lacks. */
export type KeyVerdict =
  | { kind: 'good' }
  | { kind: 'refused'; code: 'unauthorized' | 'forbidden' | 'access_code_required' }
  | { kind: 'missing'; scope: Scope }

/**
 * Validates an API key for an endpoint at a given time. A key that is expired or revoked, or whose user may no longer
 * act, is `unauthorized`. Endpoints that require a session (no scope, re-authentication, the operator) refuse every
 * key; public ones accept every valid key. Pure.
 */
export function validateKey(
  found: FoundKey | undefined,
  need: CallerRequirements,
  now: Date,
): KeyVerdict {
  if (found === undefined || isOver(found, now)) return { kind: 'refused', code: 'unauthorized' }
  if (need.auth === 'public') return { kind: 'good' }
  if (need.scope === null || need.reauth === 'recent' || !isForKeys(need))
    return { kind: 'refused', code: 'forbidden' }
  if (!found.scopes.includes(need.scope)) return { kind: 'missing', scope: need.scope }
  if (need.auth === 'member' && !found.hasAccess)
    return { kind: 'refused', code: 'access_code_required' }
  return { kind: 'good' }
}

function isOver(found: FoundKey, now: Date): boolean {
  if (found.revokedAt !== null || found.suspendedAt !== null || found.closedAt !== null) return true
  if (!found.mayAct) return true
  return found.expiresAt !== null && found.expiresAt <= now
}

function isForKeys({ auth }: CallerRequirements): boolean {
  return auth === 'session' || auth === 'member'
}
