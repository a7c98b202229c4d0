import { register, verify } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, withPeople } from '../../../test/people.ts'

describe('access codes', () => {
  it('are generated or chosen, listed newest first, and stored only as hashes', async () => {
    await using fixture = await withPeople()
    // Later than the configured code, which the server created at its start.
    await fixture.clock.advance(1_000)
    const made = await make(fixture, { label: 'for friends' })
    expect(made.code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/)
    await fixture.clock.advance(1_000)
    const chosen = await make(fixture, { label: 'for a talk', code: 'NodeConf_26', uses_max: 5 })
    expect(chosen).toMatchObject({ code: 'NodeConf_26', access_code: { uses: 0, uses_max: 5 } })
    const codes = await fixture.operator.operator.accessCodes()
    expect(codes.slice(0, 2)).toEqual([chosen.access_code, made.access_code])
    const rows = await fixture.db
      .withTables<{ access_codes: { hash: string } }>()
      .selectFrom('access_codes')
      .selectAll()
      .execute()
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${made.code}|nodeconf`, 'i'))
  })

  it('are accepted until they are used up, expired or revoked', async () => {
    await using fixture = await withPeople()
    const once = await make(fixture, { label: 'once', uses_max: 1 })
    expect(await enter(fixture, once.code)).toBe('good')
    expect(await enter(fixture, once.code)).toBe('access_code_invalid')
    const soon = new Date(fixture.clock.now().getTime() + 60_000).toISOString()
    const brief = await make(fixture, { label: 'brief', expires_at: soon })
    expect(await enter(fixture, brief.code)).toBe('good')
    await fixture.clock.advance(61_000)
    expect(await enter(fixture, brief.code)).toBe('access_code_invalid')
    const gone = await make(fixture, { label: 'gone' })
    const params = { id: gone.access_code.id }
    const revoked = await fixture.operator.operator.revokeAccessCode({ params })
    expect(revoked.revoked_at).not.toBeNull()
    expect(await enter(fixture, gone.code)).toBe('access_code_invalid')
    await fixture.clock.advance(1_000)
    expect(await fixture.operator.operator.revokeAccessCode({ params })).toEqual(revoked)
    const uses = (await fixture.operator.operator.accessCodes()).map(({ label, uses }) => [
      label,
      uses,
    ])
    expect(Object.fromEntries(uses)).toMatchObject({ once: 1, brief: 1, gone: 0 })
  })

  it('reject a duplicate in any case, an expiry in the past, and an unknown id', async () => {
    await using fixture = await withPeople()
    await make(fixture, { label: 'one', code: 'SUMMER' })
    expect(await refusalOf(make(fixture, { label: 'two', code: 'summer' }))).toMatchObject({
      code: 'state_conflict',
    })
    const expires_at = fixture.clock.now().toISOString()
    expect(await refusalOf(make(fixture, { label: 'late', expires_at }))).toMatchObject({
      code: 'invalid_input',
      fields: { expires_at: expect.any(String) },
    })
    const params = { id: fixture.system.ids.mint('accessCode') }
    expect(await refusalOf(fixture.operator.operator.revokeAccessCode({ params }))).toMatchObject({
      code: 'not_found',
    })
  })
})

interface AccessCodeInput {
  label: string
  code?: string
  uses_max?: number
  expires_at?: string
}

function make({ operator }: PeopleFixture, body: AccessCodeInput) {
  return operator.operator.makeAccessCode({ body })
}

let entered = 0

/** Enters a code in a new account and returns the error code, or `good`. */
async function enter({ server }: PeopleFixture, code: string): Promise<string> {
  entered += 1
  const email = `newcomer-${entered}@example.com`
  const token = await verify(server, { email, token: await register(server, { email }) })
  const call = server.client(token).accounts.enterAccessCode({ body: { referral_code: code } })
  return (await refusalOf(call)).code
}
