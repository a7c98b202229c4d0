import { api } from '@gridloom/contract/api'
import { startServer } from '@gridloom/testkit/server'
import { signIn, signUp } from '@gridloom/testkit/sign-up'
import { describe, expect, it } from 'vitest'

describe('enterAccessCode', () => {
  it('opens the beta and answers with a fresh token that replaces the old one', async () => {
    await using server = await startServer()
    const before = await signUp(server, { access: false })
    const body = { referral_code: server.accessCode }
    const { token } = await server.client(before).identity.enterAccessCode({ body })
    expect(token).not.toBe(before)
    expect(await server.client(token).identity.details()).toMatchObject({
      has_entered_referral_code: true,
    })
    const response = await fetch(`${server.url}${api.identity.details.path}`, {
      headers: { authorization: `Bearer ${before}` },
    })
    expect(response.status).toBe(403)
  })

  it('reads a code that was typed from paper', async () => {
    await using server = await startServer()
    const person = server.client(await signUp(server, { access: false }))
    const body = { referral_code: ` ${server.accessCode.toUpperCase()} ` }
    await expect(person.identity.enterAccessCode({ body })).resolves.toBeDefined()
  })

  it('refuses a wrong code and changes nothing', async () => {
    await using server = await startServer()
    const person = server.client(await signUp(server, { access: false }))
    const body = { referral_code: `${server.accessCode}x` }
    await expect(person.identity.enterAccessCode({ body })).rejects.toMatchObject({
      code: 'access_code_invalid',
    })
    expect(await person.identity.details()).toMatchObject({ has_entered_referral_code: false })
  })

  it('refuses a stranger', async () => {
    await using server = await startServer()
    const body = { referral_code: server.accessCode }
    await expect(server.client('made up').identity.enterAccessCode({ body })).rejects.toMatchObject(
      { status: 401 },
    )
  })
})

describe('operator settings', () => {
  it('are read and written by the operator', async () => {
    await using server = await startServer()
    const operator = server.client(await signIn(server))
    expect(await operator.operator.readSettings()).toEqual({ starting_credit_micro_usd: 5_000_000 })
    const body = { starting_credit_micro_usd: 250_000 }
    expect(await operator.operator.writeSettings({ body })).toEqual(body)
    expect(await operator.operator.readSettings()).toEqual(body)
  })

  it('refuse a stranger and a member', async () => {
    await using server = await startServer()
    const body = { starting_credit_micro_usd: 1 }
    const member = server.client(await signUp(server, { access: true }))
    for (const [client, status] of [
      [member, 403],
      [server.client('made up'), 401],
    ] as const) {
      await expect(client.operator.readSettings()).rejects.toMatchObject({ status })
      await expect(client.operator.writeSettings({ body })).rejects.toMatchObject({ status })
    }
  })

  it('take no credit below zero', async () => {
    await using server = await startServer()
    const operator = server.client(await signIn(server))
    const body = { starting_credit_micro_usd: -1 }
    await expect(operator.operator.writeSettings({ body })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
