import { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { Scope } from '@gridloom/contract/scopes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallerRequirements } from '../../platform/http/routes.ts'
import type { FoundKey } from './key-tokens-store.ts'
import { validateKey } from './validate-key.ts'

const now = new Date('2026-01-01T00:00:00.000Z')
const unauthorized = { kind: 'refused', code: 'unauthorized' }
const forbidden = { kind: 'refused', code: 'forbidden' }

describe('validateKey', () => {
  it('passes a key with the required scope and names a missing one', () => {
    expect(validateKey(aKey(), aNeed(), now)).toEqual({ kind: 'good' })
    const machines = aNeed({ scope: 'machines:read' })
    expect(validateKey(aKey(), machines, now)).toEqual({ kind: 'missing', scope: 'machines:read' })
  })

  it('refuses a key that is unknown, revoked or expired, or whose user may not act', () => {
    expect(validateKey(undefined, aNeed(), now)).toEqual(unauthorized)
    const over: Partial<FoundKey>[] = [
      { revokedAt: now },
      { expiresAt: now },
      { suspendedAt: now },
      { closedAt: now },
      { mayAct: false },
    ]
    for (const change of over) expect(validateKey(aKey(change), aNeed(), now)).toEqual(unauthorized)
    const later = new Date(now.getTime() + 1)
    expect(validateKey(aKey({ expiresAt: later }), aNeed(), now)).toEqual({ kind: 'good' })
  })

  it('refuses every key where a session is required', () => {
    const closed: Partial<CallerRequirements>[] = [
      { scope: null },
      { reauth: 'recent' },
      { auth: 'operator' },
      { auth: 'refresh' },
      { auth: 'reset' },
      { auth: 'machine' },
    ]
    const all = aKey({ scopes: Scope.options })
    for (const change of closed) expect(validateKey(all, aNeed(change), now)).toEqual(forbidden)
  })

  it('requires access to the beta where the endpoint does', () => {
    const outside = aKey({ hasAccess: false })
    expect(validateKey(outside, aNeed({ auth: 'session' }), now)).toEqual({ kind: 'good' })
    expect(validateKey(outside, aNeed({ auth: 'member' }), now)).toEqual({
      kind: 'refused',
      code: 'access_code_required',
    })
  })

  it('passes a key if and only if it has the required scope', () => {
    const scope = fc.constantFrom(...Scope.options)
    fc.assert(
      fc.property(fc.uniqueArray(scope), scope, (scopes, needed) => {
        const verdict = validateKey(aKey({ scopes }), aNeed({ scope: needed }), now)
        expect(verdict.kind).toBe(scopes.includes(needed) ? 'good' : 'missing')
      }),
    )
  })
})

function aNeed(change: Partial<CallerRequirements> = {}): CallerRequirements {
  return { auth: 'session', scope: 'instances:read', reauth: 'any', membership: 'held', ...change }
}

function aKey(change: Partial<FoundKey> = {}): FoundKey {
  const userId = AccountId.parse('acc_00000000000000000000000001')
  return {
    keyId: ApiKeyId.parse('key_00000000000000000000000001'),
    scopes: ['instances:read'],
    models: null,
    expiresAt: null,
    revokedAt: null,
    accountId: userId,
    userId,
    mayAct: true,
    hasAccess: true,
    suspendedAt: null,
    closedAt: null,
    ...change,
  }
}
