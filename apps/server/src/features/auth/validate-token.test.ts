import type { Auth } from '@gridloom/contract/core/endpoint'
import { describe, expect, it } from 'vitest'
import type { CallerRequirements } from '../../platform/http/routes.ts'
import type { FoundToken } from './sessions-store.ts'
import { rotationGraceMs, validateToken } from './validate-token.ts'

describe('validateToken', () => {
  it('refuses an unknown token', () => {
    const { now } = setup()
    expect(validateToken(undefined, { auth: 'session', ...usual }, now)).toEqual(
      refused('unauthorized'),
    )
  })

  it('accepts a fresh token for what its account may do', () => {
    const { validate } = setup()
    expect(validate({}, 'session')).toEqual(good)
    expect(validate({ hasAccess: true }, 'member')).toEqual(good)
    expect(validate({ role: 'operator' }, 'operator')).toEqual(good)
  })

  it('requires an access code where the endpoint needs access', () => {
    const { validate } = setup()
    expect(validate({ hasAccess: false }, 'member')).toEqual(refused('access_code_required'))
  })

  it('refuses operator endpoints to other users', () => {
    const { validate } = setup()
    expect(validate({ role: 'user', hasAccess: true }, 'operator')).toEqual(refused('forbidden'))
  })

  it('refuses a user’s token for a machine endpoint', () => {
    const { validate } = setup()
    expect(validate({ role: 'operator' }, 'machine')).toEqual(refused('unauthorized'))
  })

  it('refuses a session of a company that its user has left, rather than act for the user', () => {
    const { validate } = setup()
    const lapsed = { isLapsed: true, hasAccess: true }
    for (const auth of ['session', 'member'] as const)
      expect(validate(lapsed, auth)).toEqual(refused('membership_ended'))
    expect(validate(lapsed, 'session', { membership: 'any' })).toEqual(good)
    expect(validate(lapsed, 'refresh')).toEqual(good)
  })

  it('reports an expired token, which can still be refreshed', () => {
    const { validate, now } = setup()
    expect(validate({ tokenExpiresAt: now }, 'session')).toEqual(refused('token_expired'))
    expect(validate({ tokenExpiresAt: now }, 'refresh')).toEqual(good)
  })

  it.each<Auth>(['session', 'member', 'refresh'])(
    'refuses every use of a session that has ended (%s)',
    (need) => {
      const { validate, now } = setup()
      expect(validate({ endedAt: now }, need)).toEqual(refused('unauthorized'))
      expect(validate({ sessionExpiresAt: now }, need)).toEqual(refused('unauthorized'))
    },
  )

  it.each<Auth>(['session', 'refresh'])(
    'reports a rotated token as expired within the grace period, and as reused after it (%s)',
    (need) => {
      const { validate, now } = setup()
      const rotated = (agoMs: number) => ({ rotatedAt: new Date(now.getTime() - agoMs) })
      expect(validate(rotated(0), need)).toEqual(refused('token_expired'))
      expect(validate(rotated(rotationGraceMs), need)).toEqual(refused('token_expired'))
      expect(validate(rotated(rotationGraceMs + 1), need)).toEqual({ kind: 'reused' })
    },
  )

  it('does not report reuse for a session that has already ended', () => {
    const { validate, now } = setup()
    expect(validate({ rotatedAt: new Date(0), endedAt: now }, 'session')).toEqual(
      refused('unauthorized'),
    )
  })
})

const good = { kind: 'good' }
function refused(code: string) {
  return { kind: 'refused', code }
}

const usual = { scope: null, reauth: 'any', membership: 'held' } as const

function setup() {
  const now = new Date('2026-01-01T12:00:00Z')
  const later = new Date('2026-01-01T12:10:00Z')
  const found = asFoundToken({
    tokenExpiresAt: later,
    rotatedAt: null,
    sessionId: 'ses_1',
    sessionExpiresAt: later,
    endedAt: null,
    purpose: 'sign_in',
    confirmedAt: null,
    accountId: 'acc_1',
    isLapsed: false,
    userId: 'acc_1',
    suspendedAt: null,
    role: 'user',
    hasAccess: false,
  })
  const validate = (
    parts: Partial<FoundToken>,
    auth: Auth,
    over: Partial<CallerRequirements> = {},
  ) => validateToken({ ...found, ...parts }, { auth, ...usual, ...over }, now)
  return { now, validate }
}

/** Named cast: validation does not read the ids. */
function asFoundToken(parts: Record<keyof FoundToken, unknown>): FoundToken {
  return parts as FoundToken
}
