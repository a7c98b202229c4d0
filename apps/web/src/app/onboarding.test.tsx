import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { installFakeTurnstile } from './testing/fake-turnstile.ts'
import { renderApp } from './testing/render-app.tsx'

describe('the front door', () => {
  it('asks the server nothing before anybody signs in', async () => {
    const { api } = renderApp({ path: '/onboarding', token: null })
    await screen.findByRole('heading', { level: 1 })
    expect(api.calls).toEqual([])
  })

  it('remembers that somebody came to host, and leads to signing up', async () => {
    installFakeTurnstile({})
    const { runtime, user } = renderApp({ path: '/onboarding', token: null })
    await user.click(await screen.findByRole('button', { name: 'Host a machine' }))
    await screen.findByRole('button', { name: 'REGISTER' })
    expect(runtime.auth.store.getState()).toMatchObject({
      flow: 'provider',
      accessFlow: '/machines',
    })
  })

  it('opens straight for who is signed in', async () => {
    const { router, user } = renderApp({ path: '/onboarding' })
    await user.click(await screen.findByRole('button', { name: 'Host a machine' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/machines'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
