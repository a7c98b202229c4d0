import type { Scope } from '@gridloom/contract/core/scopes'
import type { Need } from '../../platform/http/routes.ts'
import type { FoundKey } from './key-tokens-store.ts'

/** What an API key is good for; `missing` names the scope that it lacks. */
export type KeyVerdict =
  | { kind: 'good' }
  | { kind: 'refused'; code: 'unauthorized' | 'forbidden' | 'access_code_required' }
  | { kind: 'missing'; scope: Scope }

/**
 * Judges an API key at a moment for what an endpoint needs. A key that is over, or whose person may not act any more,
 * is none: `unauthorized`. What needs a person (no scope, a fresh proof, the operator) is closed to every key. Pure.
 */
export function validateKey(found: FoundKey | undefined, need: Need, now: Date): KeyVerdict {
  if (found === undefined || isOver(found, now)) return { kind: 'refused', code: 'unauthorized' }
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

function isForKeys({ auth }: Need): boolean {
  return auth === 'session' || auth === 'member'
}
