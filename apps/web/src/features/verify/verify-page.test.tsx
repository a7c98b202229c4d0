import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { held, ok, refuse } from '../../testing/fake-api.ts'
import { installFakeTurnstile } from '../../testing/fake-turnstile.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { someConfig } from '../../testing/samples.ts'

const redeem = 'POST /api/login/redeem'
const google = {
  'GET /api/config': ok(someConfig({ login_providers: [{ id: 'google', name: 'Google' }] })),
}

afterEach(() => {
  globalThis.turnstile = undefined
})

describe('/verify', () => {
  it('redeems the provider’s sign-in once and continues', async () => {
    const { answer, letGo } = held(ok({ token: 'from-provider' }))
    const { api, page, router } = renderApp({
      path: '/verify?provider=google',
      token: null,
      answers: { [redeem]: answer },
    })
    await screen.findByText('Signing you in')
    letGo()
    await waitFor(() => expect(page.cookie).toBe('token=from-provider'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
    expect(api.callsTo(redeem)).toHaveLength(1)
  })

  it('offers to start again when the sign-in has expired', async () => {
    renderApp({
      path: '/verify?provider=google',
      token: null,
      answers: { [redeem]: refuse('code_wrong') },
    })
    await screen.findByText('Sign-in failed')
    const again = screen.getByRole('link', { name: 'Try again' })
    expect(again.getAttribute('href')).toBe('/api/google/login')
  })

  it.each([
    ['access_denied', 'Sign-in was cancelled', 'again'],
    ['state_wrong', 'Sign-in expired', 'again'],
    ['provider_down', 'The sign-in provider is not responding', 'again'],
    ['provider_refused', 'Sign-in failed', 'again'],
    ['address_unverified', 'Email address not verified', 'another way'],
    ['account_exists', 'An account with this email address exists', 'another way'],
    ['login_taken', 'This login belongs to another account', 'another way'],
    ['other_login', 'Identity not confirmed', 'again'],
    ['never_heard_of', 'Sign-in expired', 'again'],
  ])('explains %s', async (problem, title, remedy) => {
    renderApp({ path: `/verify?problem=${problem}`, token: null, answers: google })
    await screen.findByRole('heading', { name: title })
    if (remedy === 'again') await screen.findByRole('link', { name: 'Try Google again' })
    else expect(screen.queryByRole('link', { name: 'Try Google again' })).toBeNull()
  })

  it('offers another sign-in method after a problem', async () => {
    installFakeTurnstile({})
    const { user } = renderApp({ path: '/verify?problem=account_exists', token: null })
    await user.click(await screen.findByRole('button', { name: 'Sign in another way' }))
    expect(await screen.findByRole('button', { name: 'ACCESS MY ACCOUNT' })).toBeTruthy()
  })

  it('opens the code view for the email address in the link', async () => {
    renderApp({ path: '/verify#email=grace%40example.com', token: null })
    expect(await screen.findByRole('dialog', { name: 'Enter the code' })).toBeTruthy()
    expect(screen.getAllByText(/grace@example\.com/).length).toBeGreaterThan(0)
  })

  it('opens the code view for a new password when the link is for one', async () => {
    const { runtime } = renderApp({
      path: '/verify#email=grace%40example.com&for=forgot',
      token: null,
    })
    await screen.findByRole('dialog', { name: 'Enter the code' })
    expect(runtime.auth.store.getState()).toMatchObject({
      otpFor: 'forgot',
      email: 'grace@example.com',
    })
  })

  it('asks for the code of the linked address even if another user is signed in', async () => {
    renderApp({ path: '/verify#email=grace%40example.com' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter the code' }))
    expect(await dialog.findByText('grace@example.com')).toBeTruthy()
    expect(screen.queryByText('Email address verified')).toBeNull()
  })

  it('stores the confirmation for the other tab without signing in', async () => {
    const { api } = renderApp({ path: '/verify?confirmed=google', answers: google })
    await screen.findByRole('heading', { name: 'Identity confirmed' })
    await waitFor(() => expect(localStorage.getItem('confirmedAt')).toMatch(/^\d+$/))
    expect(api.callsTo(redeem)).toEqual([])
  })

  it('shows why the provider did not confirm, and stores no confirmation', async () => {
    renderApp({ path: '/verify?confirming=google&problem=other_login', answers: google })
    await screen.findByRole('heading', { name: 'Identity not confirmed' })
    expect(screen.getByText(/try again in the other one/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    expect(localStorage.getItem('confirmedAt')).toBeNull()
  })

  it('shows that a link without anything to verify is invalid', async () => {
    renderApp({ path: '/verify', token: null })
    expect(await screen.findByText('Invalid or expired link')).toBeTruthy()
  })
})
