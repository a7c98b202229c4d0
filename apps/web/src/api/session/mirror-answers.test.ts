import { api as endpoints } from '@gridloom/contract/api'
import { describe, expect, it } from 'vitest'
import { type Answers, bare, createFakeApi, ok, refuse } from '../../testing/fake-api.ts'
import { someConfig, someDetails } from '../../testing/samples.ts'
import { configQuery, detailsQuery, healthQuery } from '../queries.ts'
import { createRuntime } from '../runtime.tsx'

describe('mirrorAnswers', () => {
  it('puts the signed-in user, ambassador or not, into the auth state', async () => {
    const { runtime } = setup({
      'GET /api/user/details': ok(someDetails({ is_kol: true, name: 'Ada L.' })),
    })
    await runtime.queryClient.fetchQuery(detailsQuery(runtime.client))
    expect(runtime.auth.store.getState()).toMatchObject({
      isKol: true,
      user: { username: 'ada' },
      userDetails: { email: 'ada@example.com', image: null, name: 'Ada L.' },
    })
  })

  it('sets the maintenance flag when the health check fails and clears it when it passes', async () => {
    const { api, runtime } = setup({ 'GET /api/health': refuse('under_maintenance') })
    const ask = () =>
      runtime.queryClient.fetchQuery({ ...healthQuery(runtime.client), staleTime: 0 })
    await ask().catch(() => undefined)
    expect(runtime.auth.store.getState().underMaintance).toBe(true)
    api.answer('GET /api/health', bare({ status: 'ok' }))
    await ask()
    expect(runtime.auth.store.getState().underMaintance).toBe(false)
  })

  it('stores the configuration, shows it at once after a reload, and refetches it', async () => {
    const first = setup({ 'GET /api/config': ok(someConfig({ version: '1.0.0' })) })
    await first.runtime.queryClient.fetchQuery(configQuery(first.runtime.client))
    const { api, runtime } = setup({ 'GET /api/config': ok(someConfig({ version: '2.0.0' })) })
    const { queryKey } = configQuery(runtime.client)
    expect(runtime.queryClient.getQueryData(queryKey)?.version).toBe('1.0.0')
    await runtime.queryClient.fetchQuery(configQuery(runtime.client))
    expect(api.callsTo('GET /api/config')).toHaveLength(1)
    expect(runtime.queryClient.getQueryData(queryKey)?.version).toBe('2.0.0')
  })

  it('ignores a configuration that an older version stored in another shape', () => {
    localStorage.setItem('config', '{"name":"Gridloom"}')
    const { runtime } = setup({})
    expect(runtime.queryClient.getQueryData(configQuery(runtime.client).queryKey)).toBeUndefined()
  })
})

describe('ten concurrent calls with an expired token', () => {
  it('share one refresh and are each retried once', async () => {
    const { api, runtime, page } = setup({
      'GET /api/user/details': (call) =>
        call.token === 'token-2' ? ok(someDetails())(call) : refuse('token_expired')(call),
      'GET /api/refresh': () => Response.json({ status: 'success', token: 'token-2' }),
    })
    const calls = Array.from({ length: 10 }, () => runtime.client.accounts.details())
    await expect(Promise.all(calls)).resolves.toHaveLength(10)
    expect(api.callsTo('GET /api/refresh')).toHaveLength(1)
    expect(api.callsTo('GET /api/user/details')).toHaveLength(20)
    expect(page.cookie).toContain('token=token-2')
  })

  it('show one toast when the session has ended', async () => {
    const { api, runtime, page } = setup({
      'GET /api/user/details': refuse('token_expired'),
      'GET /api/refresh': refuse('unauthorized'),
    })
    const calls = Array.from({ length: 10 }, () => runtime.client.accounts.details())
    const ends = await Promise.allSettled(calls)
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
    expect(api.callsTo('GET /api/refresh')).toHaveLength(1)
    expect(page.cookie).toContain('max-age=0')
    const { toasts } = runtime.toasts.store.getState()
    expect(toasts.map(({ message }) => message)).toEqual(['Unauthorized: Please log in again.'])
  })
})

function setup(answers: Answers) {
  const api = createFakeApi(answers)
  const page = { cookie: 'token=token-1' }
  const runtime = createRuntime({ origin: 'http://localhost', endpoints, page, fetch: api.fetch })
  return { api, page, runtime }
}
