import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { held, ok } from '../../testing/fake-api.ts'
import { installFakeTurnstile } from '../../testing/fake-turnstile.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { someConfig, someDetails } from '../../testing/samples.ts'

const hivemind = 'https://hivemind.example/start'

afterEach(() => {
  globalThis.turnstile = undefined
})

describe('the start page', () => {
  it('requests nothing about the user before signing in', async () => {
    const { api } = renderApp({ path: '/onboarding', token: null })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(api.calls.length).toBeGreaterThan(0))
    const asked = api.calls.map(({ to }) => to)
    expect(asked).not.toContain('GET /api/user/details')
    expect(api.calls.every(({ token }) => token === undefined)).toBe(true)
  })

  it.each([
    ['Host a machine', 'provider'],
    ['Render a Blender file', 'render'],
    ['Start a company', 'startup'],
    ['Join the hivemind', 'hivemind'],
  ] as const)('remembers the choice of "%s" and opens registration', async (door, flow) => {
    installFakeTurnstile({})
    const { runtime, user } = renderApp({
      path: '/onboarding',
      token: null,
      answers: { 'GET /api/config': ok(someConfig({ hivemind_url: hivemind })) },
    })
    await user.click(await screen.findByRole('button', { name: door }))
    await screen.findByRole('button', { name: 'REGISTER' })
    expect(runtime.auth.store.getState()).toMatchObject({
      flow,
      onboardStep: 'sign-up',
      accessFlow: undefined,
    })
    expect(localStorage.getItem('flow')).toBe(flow)
  })

  it('marks the last visited choice after a reload', async () => {
    localStorage.setItem('flow', 'render')
    localStorage.setItem('onboardStep', 'sign-up')
    renderApp({ path: '/onboarding', token: null })
    const mark = await screen.findByText('last visited')
    expect(mark.parentElement?.textContent).toContain('Render')
  })

  it('skips signing in for a signed-in user, and stores the choice with the account', async () => {
    const stored = 'PUT /api/user/flow'
    const { api, router, user } = renderApp({
      path: '/onboarding',
      answers: { [stored]: ok({ flow: 'provider' }) },
    })
    await user.click(await screen.findByRole('button', { name: 'Host a machine' }))
    await waitFor(() => expect(api.callsTo(stored)[0]?.body).toEqual({ flow: 'provider' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('links back to the unfinished setup', async () => {
    localStorage.setItem('onboardStep', 'welcome')
    renderApp({ path: '/onboarding' })
    const link = await screen.findByRole('link', { name: 'Finish setting up' })
    expect(link.getAttribute('href')).toBe('/welcome')
  })
})

describe('the hivemind', () => {
  it('opens in a new tab for a user with access', async () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    const { user } = renderApp({
      path: '/onboarding',
      answers: { 'GET /api/config': ok(someConfig({ hivemind_url: hivemind })) },
    })
    await screen.findByText(/hivemind\.example/)
    await user.click(screen.getByRole('button', { name: 'Join the hivemind' }))
    await waitFor(() => expect(open).toHaveBeenCalledWith(hivemind, '_blank', 'noopener'))
  })

  it('asks a user without access for the access code', async () => {
    const { user } = renderApp({
      path: '/onboarding',
      answers: {
        'GET /api/config': ok(someConfig({ hivemind_url: hivemind })),
        'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Join the hivemind' }))
    expect(await screen.findByRole('dialog', { name: 'Enter your access code' })).toBeTruthy()
  })
})

it('hides the hivemind where no site is configured for it', async () => {
  const { api } = renderApp({ path: '/onboarding', token: null })
  await screen.findByRole('button', { name: 'Host a machine' })
  await waitFor(() => expect(api.calls.map(({ to }) => to)).toContain('GET /api/config'))
  expect(screen.queryByRole('button', { name: 'Join the hivemind' })).toBeNull()
})

describe('a link with an access code', () => {
  const known = { 'GET /api/access-code/ada-invites': ok({ known: true }) }

  it('stores the code and opens registration with it filled in', async () => {
    installFakeTurnstile({})
    const { router } = renderApp({ path: '/ada-invites', token: null, answers: known })
    const field = await screen.findByLabelText('Access code (optional)')
    expect(field).toHaveProperty('value', 'ada-invites')
    expect(router.state.location.pathname).toBe('/onboarding')
    expect(localStorage.getItem('referralCode')).toBe('ada-invites')
  })

  it('opens the access view for a signed-in user without access', async () => {
    const { router } = renderApp({
      path: '/ada-invites',
      answers: {
        ...known,
        'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })),
      },
    })
    expect(await screen.findByLabelText('Access code')).toHaveProperty('value', 'ada-invites')
    expect(router.state.location.pathname).toBe('/welcome')
  })

  it('redirects a user with access to the market', async () => {
    const { router } = renderApp({ path: '/ada-invites', answers: known })
    await screen.findByRole('heading', { level: 1 })
    expect(router.state.location.pathname).toBe('/instance')
  })

  it('redirects to the start page and is not stored when the code is unknown', async () => {
    const { router } = renderApp({
      path: '/nobody-knows',
      token: null,
      answers: { 'GET /api/access-code/nobody-knows': ok({ known: false }) },
    })
    await screen.findByRole('heading', { level: 1 })
    expect(router.state.location.pathname).toBe('/onboarding')
    expect(localStorage.getItem('referralCode')).toBeNull()
  })

  it('of an affiliate records one click, however slow the server is', async () => {
    const waiting = held(ok({ known: true, click_id: null }))
    const { api, router } = renderApp({
      path: '/ada-link',
      token: null,
      answers: {
        'GET /api/access-code/ada-link': ok({ known: false }),
        'POST /api/affiliate/clicks': waiting.answer,
      },
    })
    await waitFor(() => expect(api.callsTo('POST /api/affiliate/clicks')).not.toEqual([]))
    // The application has mounted by then, and loaded the page again.
    await new Promise((resolve) => setTimeout(resolve, 300))
    waiting.letGo()
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
    expect(api.callsTo('POST /api/affiliate/clicks')).toHaveLength(1)
  })

  it('is not checked with the server when it cannot be a code', async () => {
    const { api, router } = renderApp({ path: '/a.b', token: null })
    await screen.findByRole('heading', { level: 1 })
    expect(router.state.location.pathname).toBe('/onboarding')
    expect(api.calls.filter(({ to }) => to.includes('access-code'))).toEqual([])
  })
})
