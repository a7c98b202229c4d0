import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { installFakeTurnstile } from '../../testing/fake-turnstile.ts'
import { fillLogin, waitForOpenButton } from '../../testing/open-modal.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(() => {
  globalThis.turnstile = undefined
})

describe('a closed screen of a signed-out visitor', () => {
  it('leads to the start page with the sign-in open, and back afterwards', async () => {
    installFakeTurnstile({})
    const { router, user } = renderApp({
      path: '/account?section=billing',
      token: null,
      answers: { 'POST /api/user/login': ok({ token: 'fresh' }) },
    })
    await screen.findByRole('button', { name: 'ACCESS MY ACCOUNT' })
    expect(router.state.location.pathname).toBe('/onboarding')
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await waitFor(() => expect(router.state.location.href).toBe('/account?section=billing'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks nobody to sign in whose pointer only passes a link', async () => {
    const { router, runtime } = renderApp({ path: '/terms-and-conditions', token: null })
    await screen.findByRole('link', { name: 'Open Dashboard' })
    await router.preloadRoute({ to: '/instance' })
    expect(runtime.auth.store.getState()).toMatchObject({
      showLogin: false,
      accessFlow: undefined,
    })
  })

  it('is not returned to by whoever signs in after a sign-out', async () => {
    const { router, runtime, user } = renderApp({ path: '/machines' })
    await screen.findByRole('heading', { level: 1, name: 'Machines' })
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
    await waitFor(() => expect(router.state.status).toBe('idle'))
    expect(runtime.auth.store.getState()).toMatchObject({ showLogin: true, accessFlow: undefined })
  })

  it('is closed by a session that ends, too', async () => {
    const { page, router, runtime } = renderApp({ path: '/machines' })
    await screen.findByRole('heading', { level: 1, name: 'Machines' })
    page.cookie = 'token=; max-age=0'
    runtime.lookAtToken()
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
    expect(runtime.auth.store.getState()).toMatchObject({
      showLogin: true,
      loginFlow: 'login',
      accessFlow: '/machines',
    })
  })
})
