import { Scope } from '@gridloom/contract/scopes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAccount, openOperator } from '../../src/open-account.ts'
import { callsFor, named } from './calls-for-resources.ts'
import { everySocket, type Named } from './endpoints.ts'
import { startWithResources } from './resources.ts'

/** Callers that request things of Alice's, each by the token they send. */
const callers = [
  'nobody',
  'a garbage token',
  'somebody without an access code',
  'a member',
  'a member for a company of theirs',
  'a key of a member with every scope',
  'a key of their company with every scope',
  'the operator',
] as const
type CallerName = (typeof callers)[number]

let site: Awaited<ReturnType<typeof setup>>
beforeAll(async () => {
  site = await setup()
}, 60_000)
afterAll(() => site[Symbol.asyncDispose]())

it.each(callers)('reveals and changes nothing of another account: %s', async (name) => {
  const before = await site.resources.seen()
  expect(named.length).toBeGreaterThanOrEqual(45)
  for (const one of named)
    expect([one.name, await site.asked(one, site.tokens[name])]).toEqual([
      one.name,
      readByOperator(name, one) ? '200 ' : refusalOf(name, one),
    ])
  expect(await site.resources.seen()).toEqual(before)
})

it.each(callers)('opens no socket to things of another account: %s', async (name) => {
  expect(everySocket.length).toBeGreaterThanOrEqual(2)
  const refusals: Partial<Record<CallerName, string>> = {
    nobody: 'unauthorized',
    'a garbage token': 'unauthorized',
    'somebody without an access code': 'access_code_required',
  }
  for (const one of everySocket)
    expect([one.name, await site.askedBySocket(one, site.tokens[name] ?? '')]).toEqual([
      one.name,
      refusals[name] ?? 'not_found',
    ])
})

/** The operator reads the invoices that the installation issued to others. */
function readByOperator(caller: CallerName, { name }: Named): boolean {
  return (
    caller === 'the operator' &&
    ['invoices.get', 'invoices.pdf', 'invoices.xml', 'invoices.csv'].includes(name)
  )
}

/** The check that comes before ownership; otherwise the thing is reported as not found. */
function refusalOf(caller: CallerName, { endpoint }: Named): string {
  if (caller === 'nobody' || caller === 'a garbage token') return '401 unauthorized'
  const isKey = caller.startsWith('a key of')
  if (isKey && endpoint.scope === null) return '403 forbidden'
  const hasNoCode = caller === 'somebody without an access code' && endpoint.auth === 'member'
  return hasNoCode ? '403 access_code_required' : '404 not_found'
}

async function setup() {
  await using opened = new AsyncDisposableStack()
  const things = opened.use(await startWithResources())
  const { product, resources } = things
  const { server } = product
  const { client, token } = await product.newcomer()
  const body = { name: 'all of it', scopes: [...Scope.options] }
  const key = await client.keys.generateApiKey({ body })
  const { client: founder } = await product.newcomer()
  const { id } = await founder.companies.create({ body: { name: 'Elsewhere' } })
  const companyKey = await founder.companies.generateKey({ params: { id }, body })
  const acting = await founder.auth.actAs({ body: { company_id: id } })
  const tokens: Readonly<Record<CallerName, string | undefined>> = {
    nobody: undefined,
    'a garbage token': 'x'.repeat(43),
    'somebody without an access code': await openAccount(server, { access: false }),
    'a member': token,
    'a member for a company of theirs': acting.token,
    'a key of a member with every scope': key.key,
    'a key of their company with every scope': companyKey.key,
    'the operator': await openOperator(server),
  }
  const open = opened.move()
  return {
    ...callsFor(product, resources),
    ...{ resources, tokens },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
