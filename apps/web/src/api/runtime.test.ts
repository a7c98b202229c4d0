import { api as endpoints } from '@gridloom/contract/api'
import { describe, expect, it } from 'vitest'
import { createFakeApi, refuse } from '../testing/fake-api.ts'
import { createRuntime } from './runtime.tsx'

describe('failures of a session', () => {
  it('are not shown at the next sign-in', () => {
    const { runtime, messages } = setup()
    runtime.toasts.show({ type: 'error', message: 'Forbidden' })
    runtime.toasts.show({ type: 'success', message: 'Saved' })
    runtime.signIn('fresh')
    expect(messages()).toEqual(['Saved'])
  })

  it('leave with the user who signs out', () => {
    const { runtime, messages } = setup()
    runtime.toasts.show({ type: 'error', message: 'Forbidden' })
    runtime.signOut()
    expect(messages()).toEqual([])
  })

  it('give way to the one that ended it', async () => {
    const { runtime, messages } = setup()
    runtime.toasts.show({ type: 'error', message: 'Forbidden' })
    await expect(runtime.client.ledger.balance()).rejects.toThrow()
    expect(messages()).toEqual(['Unauthorized: Please log in again.'])
  })
})

it('calls each host at its configured address', async () => {
  const asked: string[] = []
  const runtime = createRuntime({
    endpoints,
    origin: 'http://localhost',
    hosts: { api: 'https://api.example/v2/', models: 'https://models.example' },
    page: { cookie: '' },
    async fetch(url) {
      asked.push(url)
      return Response.json({ status: 'ok', models: [] })
    },
  })
  await runtime.client.system.health()
  await runtime.client.models.list()
  expect(asked).toEqual(['https://api.example/v2/api/health', 'https://models.example/text/models'])
  expect(runtime.apiUrl).toBe('https://api.example/v2')
})

function setup() {
  const { fetch } = createFakeApi({ 'GET /api/balance': refuse('unauthorized') })
  const page = { cookie: 'token=token-1' }
  const runtime = createRuntime({ origin: 'http://localhost', endpoints, page, fetch })
  return {
    runtime,
    messages: () => runtime.toasts.store.getState().toasts.map(({ message }) => message),
  }
}
