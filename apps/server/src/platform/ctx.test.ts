import { AccountId, ApiKeyId, MachineId } from '@gridloom/contract/core/ids'
import { anActor } from '@gridloom/testkit/actor'
import { describe, expect, it } from 'vitest'
import { type Actor, accountOf, actingKeyId, sessionOf, userOf } from './ctx.ts'

const person = AccountId.parse('acc_00000000000000000000000001')
const company = AccountId.parse('acc_00000000000000000000000002')
const keyId = ApiKeyId.parse('key_00000000000000000000000001')
const withKey = anActor(person, {
  via: { kind: 'key', keyId, scopes: ['account:read'], models: null },
})
const nobody: Actor[] = [
  { kind: 'visitor' },
  { kind: 'system' },
  { kind: 'machine', machineId: MachineId.parse('mch_00000000000000000000000001') },
]

describe('the actor of a request', () => {
  it('is rejected as unauthorized unless it is an account', () => {
    for (const actor of nobody)
      for (const who of [accountOf, userOf, sessionOf, actingKeyId])
        expect(() => who({ actor })).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  })

  it('is the user, even while a company is the active account', () => {
    const actor = anActor(company, { userId: person })
    expect(userOf({ actor })).toBe(person)
    expect(accountOf({ actor }).accountId).toBe(company)
  })

  it('has a session only as a user, and a key only as an API key', () => {
    const signedIn = anActor(person)
    expect(sessionOf({ actor: signedIn })).toMatch(/^ses_/)
    expect(actingKeyId({ actor: signedIn })).toBeNull()
    expect(actingKeyId({ actor: withKey })).toBe(keyId)
    expect(() => sessionOf({ actor: withKey })).toThrow(
      expect.objectContaining({ code: 'unauthorized' }),
    )
  })
})
