import { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { Balance } from '@gridloom/contract/ledger/balance'
import { ledger as ledgerApi } from '@gridloom/contract/ledger/endpoints'
import { anActor } from '@gridloom/testkit/actor'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type LedgerFixture, withLedger } from '../../../test/ledger-fixture.ts'
import type { Actor, Ctx } from '../../platform/ctx.ts'
import { createRoutes } from '../../platform/http/mount.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { silentLog } from '../../platform/log.ts'
import { creditAccount } from '../operator/credit-account.ts'
import { ledgerRoutes } from './routes.ts'

describe('GET /api/balance', () => {
  it('returns the caller’s own balance with its spend rate', async () => {
    await using api = await setup()
    const reply = await api.as(api.ada).get('/api/balance')
    expect(reply.statusCode).toBe(200)
    const balance = Balance.parse(reply.json().data)
    expect(balance).toMatchObject({
      available_micro_usd: 5_000_000,
      spend_rate_micro_usd_per_hour: 420_000,
      lasts_s: 42_857,
    })
  })

  it('returns 401 to visitors', async () => {
    await using api = await setup()
    expect((await api.as(null).get('/api/balance')).statusCode).toBe(401)
  })
})

describe('GET /api/ledger', () => {
  it('pages through the caller’s transactions', async () => {
    await using api = await setup()
    const reply = await api.as(api.ada).get('/api/ledger?page=1&page_size=5')
    expect(reply.json().data).toMatchObject({
      total: 1,
      statements: [{ kind: 'operator_credit', available_change_micro_usd: 5_000_000 }],
    })
    expect((await api.as(api.ada).get('/api/ledger?page=2')).json().data.statements).toEqual([])
  })

  it('rejects an invalid page number, naming the field', async () => {
    await using api = await setup()
    const reply = await api.as(api.ada).get('/api/ledger?page=0')
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toEqual(['page'])
  })
})

describe('POST /api/operator/credits', () => {
  it('credits the account with that address, once for one key', async () => {
    await using api = await setup()
    const credit = { email: 'ada@example.com', micro_usd: 1_000_000, key: 'k', text: 'Sorry' }
    const first = await api.as('operator').post('/api/operator/credits', credit)
    const again = await api.as('operator').post('/api/operator/credits', credit)
    expect(first.statusCode).toBe(201)
    expect(first.json().data.available_micro_usd).toBe(6_000_000)
    expect(again.json().data.available_micro_usd).toBe(6_000_000)
  })

  it('returns 409 when the key was used for another credit', async () => {
    await using api = await setup()
    const credit = { email: 'ada@example.com', micro_usd: 1_000_000, key: 'k', text: 'Sorry' }
    await api.as('operator').post('/api/operator/credits', credit)
    const other = { ...credit, micro_usd: 2 }
    const reply = await api.as('operator').post('/api/operator/credits', other)
    expect(reply.statusCode).toBe(409)
    expect(reply.json().code).toBe('idempotency_conflict')
  })

  it.each([
    [{ email: 'nobody@example.com' }, 404],
    [{ micro_usd: 0 }, 400],
    [{ micro_usd: 0.5 }, 400],
    [{ text: '  ' }, 400],
    [{ note: 'unknown field' }, 400],
  ])('rejects %o with %i', async (change, status) => {
    await using api = await setup()
    const credit = { email: 'ada@example.com', micro_usd: 1, key: 'k', text: 'Sorry', ...change }
    const reply = await api.as('operator').post('/api/operator/credits', credit)
    expect(reply.statusCode).toBe(status)
  })

  it('returns 403 to anyone but the operator', async () => {
    await using api = await setup()
    const credit = { email: 'ada@example.com', micro_usd: 1, key: 'k', text: 'Sorry' }
    const reply = await api.as(api.ada).post('/api/operator/credits', credit)
    expect(reply.statusCode).toBe(403)
  })
})

/** The ledger's endpoints on a real HTTP server; a token is an account id, or `operator`. */
async function setup() {
  const ledger = await withLedger()
  const ada = await ledger.anAccount(5_000_000)
  await sql`insert into accounts (id, email, email_key, username, role, created_at, email_verified_at)
    values (${ada}, 'ada@example.com', 'ada@example.com', 'ada', 'user', now(), now())`.execute(
    ledger.db,
  )
  const log = silentLog()
  const app = await createHttpServer({
    log,
    clock: ledger.clock,
    publicUrl: 'http://localhost',
    trustProxy: 0,
    rateLimits: 'off',
    upgrades: {},
    newRequestId: () => 'test',
  })
  const routes = createRoutes<Ctx>({
    app,
    clock: ledger.clock,
    authenticator: {
      authenticate: async ({ token }, { auth }) => actorOf(ledger, token, auth),
      sessionSignal: (_actor, until) => until,
    },
    stopping: new AbortController().signal,
    contextFor: ({ actor }) => ledger.ctx(actor),
  })
  const all = { spendRate: async () => ({ fromBalance: 420_000, fromHolds: 0 }) }
  ledgerRoutes(routes, all)
  routes.on(ledgerApi.credit, (ctx, { body }) => creditAccount(ctx, body, all))
  return {
    ada,
    as(who: AccountId | 'operator' | null) {
      const headers = who === null ? {} : { authorization: `Bearer ${who}` }
      return {
        get: (url: string) => app.inject({ method: 'GET', url, headers }),
        post: (url: string, payload: object) =>
          app.inject({ method: 'POST', url, headers, payload }),
      }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await ledger[Symbol.asyncDispose]()
    },
  }
}

function actorOf(ledger: LedgerFixture, token: string, need: string): Actor {
  const isOperator = token === 'operator'
  if (need === 'operator' && !isOperator) throw new Refused('forbidden')
  const accountId = isOperator ? ledger.context.ids.mint('account') : AccountId.parse(token)
  return anActor(accountId, { role: isOperator ? 'operator' : 'user' })
}
