import { createTestClock } from '@gridloom/async/test-clock'
import { sessionLifeS, tokenLifeS } from '@gridloom/contract/core/constants'
import { openAccount } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sweepAuth } from './sweep-auth.ts'
import { rotationGraceMs } from './validate-token.ts'

const expired = { status: 403, body: { code: 'token_expired' } }
const dead = { status: 401, body: { code: 'unauthorized' } }
const good = { status: 200 }

describe('refresh', () => {
  it('replaces an expired token with a valid one', async () => {
    await using site = await setup()
    await site.clock.advance(tokenLifeS * 1_000)
    expect(await site.details(site.token)).toMatchObject(expired)
    const next = await site.refresh(site.token)
    expect(await site.details(next)).toMatchObject(good)
    expect(await site.details(site.token)).toMatchObject(expired)
  })

  it('keeps the session when a request with the old token is still in flight', async () => {
    await using site = await setup()
    const next = await site.refresh(site.token)
    await site.clock.advance(rotationGraceMs)
    expect(await site.details(site.token)).toMatchObject(expired)
    expect(await site.call('/api/refresh', site.token)).toMatchObject(expired)
    expect(await site.details(next)).toMatchObject(good)
  })

  it('ends the session when a rotated token is used after the grace period', async () => {
    await using site = await setup()
    const next = await site.refresh(site.token)
    await site.clock.advance(rotationGraceMs + 1)
    expect(await site.details(site.token)).toMatchObject(dead)
    expect(await site.details(next)).toMatchObject(dead)
    expect(await site.call('/api/refresh', next)).toMatchObject(dead)
  })

  it('ends the session also when the rotated token is used to refresh', async () => {
    await using site = await setup()
    const next = await site.refresh(site.token)
    await site.clock.advance(rotationGraceMs + 1)
    expect(await site.call('/api/refresh', site.token)).toMatchObject(dead)
    expect(await site.details(next)).toMatchObject(dead)
  })

  it('returns one new token for twenty concurrent refreshes', async () => {
    await using site = await setup()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => site.call('/api/refresh', site.token)),
    )
    const tokens = replies.flatMap(({ body }) => (body.token === undefined ? [] : [body.token]))
    expect(tokens).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(19)
    expect(await site.details(String(tokens[0]))).toMatchObject(good)
  })

  it('keeps a session for seven days at most, however often it is refreshed', async () => {
    await using site = await setup()
    await site.clock.jump(sessionLifeS * 1_000 - 1_000)
    const last = await site.refresh(site.token)
    expect(await site.details(last)).toMatchObject(good)
    await site.clock.advance(1_000)
    expect(await site.details(last)).toMatchObject(dead)
    expect(await site.call('/api/refresh', last)).toMatchObject(dead)
  })

  it('rejects an unknown token', async () => {
    await using site = await setup()
    expect(await site.call('/api/refresh', 'made up')).toMatchObject(dead)
  })
})

describe('sweepAuth', () => {
  it('deletes only sessions that have expired', async () => {
    await using site = await setup()
    await sweepAuth(site.server.container.system)
    expect(await site.details(site.token)).toMatchObject(good)
    await site.clock.jump(sessionLifeS * 1_000 + 1)
    await sweepAuth(site.server.container.system)
    expect(await site.details(site.token)).toMatchObject(dead)
  })
})

const Reply = z.looseObject({ token: z.string().optional() })

async function setup() {
  const clock = createTestClock()
  const server = await startServer({ clock })
  const token = await openAccount(server, { access: false })
  const call = async (path: string, bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` }
    const response = await fetch(server.url + path, { headers })
    const body = Reply.parse(await response.json())
    return { status: response.status, body }
  }
  return {
    clock,
    server,
    token,
    call,
    details: (bearer: string) => call('/api/user/details', bearer),
    refresh: async (bearer: string) => String((await call('/api/refresh', bearer)).body.token),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
