import { codeIn } from '@gridloom/testkit/inbox'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type IdentitySite, identitySite } from '../../../test/identity-site.ts'

const ada = 'ada@example.com'
const hers = 'her own password'
const minuteMs = 60_000

describe('resendOtp', () => {
  it('responds the same for a verified, an unverified, a suspended and an unknown address', async () => {
    await using site = await identitySite()
    await prove(site, ada)
    await prove(site, 'suspended@example.com')
    await sql`update accounts set suspended_at = now() where email_key = 'suspended@example.com'`.execute(
      site.server.container.db,
    )
    await site.register('claim@example.com', hers)
    await site.clock.jump(60 * minuteMs)
    const addresses = [ada, 'claim@example.com', 'suspended@example.com', 'nobody@example.com']
    for (let round = 0; round < 7; round++) {
      const answers: string[] = []
      for (const email of addresses) {
        const { status, body } = await site.resend(email)
        answers.push(JSON.stringify({ status, body }))
      }
      expect(new Set(answers).size).toBe(1)
      await site.clock.jump(minuteMs)
    }
  })

  it('sends nothing to an unknown address', async () => {
    await using site = await identitySite()
    expect(await site.resend('nobody@example.com')).toMatchObject({ status: 200 })
    expect(await site.emailsTo('nobody@example.com')).toEqual([])
  })

  it('sends the holder of an account a reset code, for the address in any case', async () => {
    await using site = await identitySite()
    await prove(site, ada)
    await site.resend('ADA@Example.com')
    // Emails of the same moment, such as the welcome, are sent in any order.
    const subjects = (await site.emailsTo(ada)).map(({ subject }) => subject)
    expect(subjects).toContain('Your Gridloom password reset code')
  })

  it('sends the session of an unverified account the code that verifies it', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    await site.clock.jump(minuteMs)
    await site.resend(ada, { token })
    const emails = await site.emailsTo(ada)
    expect(emails.map(({ subject }) => subject)).toEqual(
      Array(2).fill('Your Gridloom verification code'),
    )
    expect(await site.verify(ada, await site.codeOf(ada), { token })).toMatchObject({ status: 200 })
  })

  it('sends a claim to a taken address only a notice, and keeps the holder’s code valid', async () => {
    await using site = await identitySite()
    await prove(site, ada)
    await site.resend(ada)
    const code = await site.codeOf(ada)
    const claim = await site.register(ada, 'another password')
    await site.clock.jump(minuteMs)
    expect(await site.resend(ada, { token: claim.token })).toMatchObject({ status: 200 })
    expect((await site.emailsTo(ada)).at(-1)).toMatchObject({
      subject: 'You already have an account at Gridloom',
      text: expect.not.stringMatching(/\d{6}/),
    })
    expect(await site.verify(ada, code, { token: claim.token })).toMatchObject({ status: 200 })
  })

  it('never sends a session’s code to another address', async () => {
    await using site = await identitySite()
    const { token } = await site.register('eve@example.com', 'the password of eve')
    await site.resend('nobody@example.com', { token })
    expect(await site.emailsTo('nobody@example.com')).toEqual([])
  })

  it('sends one email a minute and keeps the current code valid', async () => {
    await using site = await identitySite()
    const { token } = await site.register(ada, hers)
    const code = await site.codeOf(ada)
    await site.clock.advance(minuteMs - 1)
    expect(await site.resend(ada, { token })).toMatchObject({ status: 200 })
    expect(await site.emailsTo(ada)).toHaveLength(1)
    expect(await site.verify(ada, code, { token })).toMatchObject({ status: 200 })
  })

  it('sends at most five codes an hour, with the same limit for unknown addresses', async () => {
    await using site = await identitySite()
    await prove(site, ada)
    await site.clock.jump(60 * minuteMs)
    const refusals = []
    for (const email of [ada, 'nobody@example.com']) {
      for (let asked = 0; asked < 5; asked++) {
        expect(await site.resend(email)).toMatchObject({ status: 200 })
        await site.clock.jump(minuteMs)
      }
      const { status, body } = await site.resend(email)
      refusals.push({ status, body })
    }
    expect(refusals[0]).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', error: 'Too many requests. Try again in 3300 s.' },
    })
    expect(refusals[1]).toEqual(refusals[0])
    expect((await site.emailsTo(ada)).filter(({ text }) => codeIn(text))).toHaveLength(6)
  })

  it('allows five registrations of one address an hour', async () => {
    await using site = await identitySite()
    const statuses = []
    for (let times = 0; times < 6; times++) statuses.push((await site.register(ada, hers)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('does not delay the code of a registration after a request without an email', async () => {
    await using site = await identitySite()
    await site.resend(ada)
    const { token } = await site.register(ada, hers)
    expect(await site.verify(ada, await site.codeOf(ada), { token })).toMatchObject({ status: 200 })
  })
})

async function prove(site: IdentitySite, email: string): Promise<string> {
  const { token } = await site.register(email, hers)
  const verified = await site.verify(email, await site.codeOf(email), { token })
  await site.clock.jump(minuteMs)
  return verified.token
}
