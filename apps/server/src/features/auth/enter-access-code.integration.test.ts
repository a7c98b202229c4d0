import { api } from '@gridloom/contract/api'
import { openAccount, openOperator } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { register } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

describe('enterAccessCode', () => {
  it('grants access to the beta and rotates the token', async () => {
    await using server = await startServer()
    const before = await openAccount(server, { access: false })
    const body = { referral_code: server.accessCode }
    const { token } = await server.client(before).accounts.enterAccessCode({ body })
    expect(token).not.toBe(before)
    expect(await server.client(token).accounts.details()).toMatchObject({
      has_entered_referral_code: true,
    })
    const response = await fetch(`${server.url}${api.accounts.details.path}`, {
      headers: { authorization: `Bearer ${before}` },
    })
    expect(response.status).toBe(403)
  })

  it('ignores case and surrounding spaces of the code', async () => {
    await using server = await startServer()
    const person = server.client(await openAccount(server, { access: false }))
    const body = { referral_code: ` ${server.accessCode.toUpperCase()} ` }
    await expect(person.accounts.enterAccessCode({ body })).resolves.toBeDefined()
  })

  it('rejects a wrong code and changes nothing', async () => {
    await using server = await startServer()
    const person = server.client(await openAccount(server, { access: false }))
    const body = { referral_code: `${server.accessCode}x` }
    await expect(person.accounts.enterAccessCode({ body })).rejects.toMatchObject({
      code: 'access_code_invalid',
    })
    expect(await person.accounts.details()).toMatchObject({ has_entered_referral_code: false })
  })

  it('rejects an account with an unverified address, whatever the code', async () => {
    await using server = await startServer()
    const token = await register(server, { email: 'claim@example.com' })
    for (const referral_code of [server.accessCode, 'wrong'])
      await expect(
        server.client(token).accounts.enterAccessCode({ body: { referral_code } }),
      ).rejects.toMatchObject({ status: 403, code: 'email_unverified' })
  })

  it.each([
    ['revoked', sql`revoked_at = now()`],
    ['expired', sql`expires_at = now() - interval '1 second'`],
    ['used up', sql`uses_max = 1, uses = 1`],
  ])('rejects a code that is %s and reports it as unknown', async (_, change) => {
    await using server = await startServer()
    const person = server.client(await openAccount(server, { access: false }))
    const code = server.accessCode
    expect(await person.accounts.knownAccessCode({ params: { code } })).toEqual({ known: true })
    await sql`update access_codes set ${change}`.execute(server.container.db)
    expect(await person.accounts.knownAccessCode({ params: { code } })).toEqual({ known: false })
    await expect(
      person.accounts.enterAccessCode({ body: { referral_code: code } }),
    ).rejects.toMatchObject({ code: 'access_code_invalid' })
    expect(await person.accounts.details()).toMatchObject({ has_entered_referral_code: false })
  })

  it('grants access up to the maximum uses of the code, also in concurrent requests', async () => {
    await using server = await startServer()
    const people = []
    for (let count = 0; count < 6; count++)
      people.push(server.client(await openAccount(server, { access: false })))
    await sql`update access_codes set uses_max = 3`.execute(server.container.db)
    const body = { referral_code: server.accessCode }
    const entry = await Promise.allSettled(
      people.map((person) => person.accounts.enterAccessCode({ body })),
    )
    expect(entry.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const [used] = (await sql`select uses from access_codes`.execute(server.container.db)).rows
    expect(used).toEqual({ uses: 3 })
  })

  it('uses nothing up for an account with access, or for a check of the code', async () => {
    await using server = await startServer()
    const person = server.client(await openAccount(server, { access: true }))
    await person.accounts.enterAccessCode({ body: { referral_code: server.accessCode } })
    await person.accounts.knownAccessCode({ params: { code: server.accessCode } })
    const [used] = (await sql`select uses from access_codes`.execute(server.container.db)).rows
    expect(used).toEqual({ uses: 1 })
  })

  it('rejects a caller without a valid token', async () => {
    await using server = await startServer()
    const body = { referral_code: server.accessCode }
    await expect(server.client('made up').accounts.enterAccessCode({ body })).rejects.toMatchObject(
      { status: 401 },
    )
  })
})

describe('operator settings', () => {
  it('set the fee of new orders, within half of the price, and publish it', async () => {
    await using server = await startServer()
    const operator = server.client(await openOperator(server))
    const set = (fee: number) =>
      operator.operator.writeSettings({ body: { platform_fee_basis_points: fee } })
    expect(await set(250)).toEqual({
      starting_credit_micro_usd: 5_000_000,
      platform_fee_basis_points: 250,
    })
    expect(await server.client().system.config()).toMatchObject({ platform_fee_basis_points: 250 })
    for (const fee of [-1, 5_001, 2.5])
      await expect(set(fee)).rejects.toMatchObject({ fields: { platform_fee_basis_points: {} } })
    const audited = await sql`select subject from audit_entries
      where action = 'operator.writeSettings' and subject is not null`.execute(server.container.db)
    expect(audited.rows).toEqual([{ subject: 'platform_fee:250' }])
  })

  it('are read and written by the operator', async () => {
    await using server = await startServer()
    const operator = server.client(await openOperator(server))
    const unchanged = { platform_fee_basis_points: 1_000 }
    expect(await operator.operator.readSettings()).toEqual({
      starting_credit_micro_usd: 5_000_000,
      ...unchanged,
    })
    const body = { starting_credit_micro_usd: 250_000 }
    expect(await operator.operator.writeSettings({ body })).toEqual({ ...body, ...unchanged })
    expect(await operator.operator.readSettings()).toEqual({ ...body, ...unchanged })
  })

  it('are refused to members and to callers without a valid token', async () => {
    await using server = await startServer()
    const body = { starting_credit_micro_usd: 1 }
    const member = server.client(await openAccount(server, { access: true }))
    for (const [client, status] of [
      [member, 403],
      [server.client('made up'), 401],
    ] as const) {
      await expect(client.operator.readSettings()).rejects.toMatchObject({ status })
      await expect(client.operator.writeSettings({ body })).rejects.toMatchObject({ status })
    }
  })

  it('reject a negative credit', async () => {
    await using server = await startServer()
    const operator = server.client(await openOperator(server))
    const body = { starting_credit_micro_usd: -1 }
    await expect(operator.operator.writeSettings({ body })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
