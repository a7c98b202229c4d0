import { createTestClock } from '@gridloom/async/test-clock'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Scope } from '@gridloom/contract/scopes'
import { expect, it } from 'vitest'
import { openAccount, openOperator } from '../../src/open-account.ts'
import { startServer } from '../../src/server.ts'
import { ask, everyEndpoint, type Named } from './endpoints.ts'

it('rejects every call without a valid token before it checks anything else', async () => {
  await using site = await setup()
  const closed = everyEndpoint.filter(({ endpoint }) => endpoint.auth !== 'public')
  expect(closed.length).toBeGreaterThan(80)
  for (const token of [undefined, 'x'.repeat(43), `glk_${'x'.repeat(43)}`])
    expect(await site.answersTo(closed, token)).toEqual(allOf(closed, '401 unauthorized'))
})

it('requires an access code on every endpoint for members', async () => {
  await using site = await setup()
  const members = which(({ auth }) => auth === 'member')
  expect(members.length).toBeGreaterThan(15)
  expect(await site.answersTo(members, site.newcomer)).toEqual(
    allOf(members, '403 access_code_required'),
  )
})

it('rejects users, members and API keys, even the operator’s own, on operator endpoints', async () => {
  await using site = await setup()
  const operators = which(({ auth }) => auth === 'operator')
  expect(operators.length).toBeGreaterThan(15)
  const key = await site.keyOf(site.operator)
  for (const token of [site.newcomer, site.member, key])
    expect(await site.answersTo(operators, token)).toEqual(allOf(operators, '403 forbidden'))
})

it('rejects every API key, whatever its scopes, where a signed-in user is required', async () => {
  await using site = await setup()
  const persons = which(({ auth, scope }) => auth !== 'public' && scope === null)
  expect(persons.length).toBeGreaterThan(50)
  const key = await site.keyOf(site.member)
  expect(await site.answersTo(persons, key)).toEqual(allOf(persons, '403 forbidden'))
})

it('requires re-authentication within 15 minutes wherever the contract says so', async () => {
  await using site = await setup()
  const reauthenticated = which(({ reauth }) => reauth === 'recent')
  expect(reauthenticated.length).toBeGreaterThan(10)
  const operator = await site.later(site.operator)
  const answers = await site.answersTo(reauthenticated, operator)
  expect(answers).toEqual(allOf(reauthenticated, '403 confirmation_required'))
})

/** Machines use an endpoint of their own, where a bearer token means nothing. */
function which(meant: (endpoint: Endpoint) => boolean): Named[] {
  return everyEndpoint.filter(({ endpoint }) => meant(endpoint))
}

function allOf(endpoints: readonly Named[], answer: string) {
  return endpoints.map(({ name }) => [name, answer])
}

async function setup() {
  const clock = createTestClock()
  const server = await startServer({ clock })
  return {
    newcomer: await openAccount(server, { access: false }),
    member: await openAccount(server, { access: true }),
    operator: await openOperator(server),
    /** An API key with every scope. */
    async keyOf(token: string): Promise<string> {
      const body = { name: 'all of it', scopes: [...Scope.options] }
      return (await server.client(token).keys.generateApiKey({ body })).key
    },
    /** The token of the same session once its re-authentication is too old. */
    async later(token: string): Promise<string> {
      await clock.jump(16 * 60_000)
      return (await server.client(token).auth.refresh()).token
    },
    async answersTo(endpoints: readonly Named[], token: string | undefined) {
      const answers: [string, string][] = []
      const bearer = token === undefined ? {} : { token }
      for (const { name, endpoint } of endpoints)
        answers.push([name, await ask(server.url, { endpoint, ...bearer })])
      return answers
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
