import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anSshKey } from '../../testing/account-samples.ts'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aMachine, someDetails } from '../../testing/samples.ts'

const details = 'GET /api/user/details'

describe('/welcome', () => {
  it('shows a new user what to do first and what becomes available later', async () => {
    const { user } = renderApp({
      path: '/welcome',
      answers: {
        [details]: ok(someDetails({ email_verified: false, has_entered_referral_code: false })),
        'GET /api/machines': refuse('access_code_required'),
        'GET /api/user/ssh_keys': ok([]),
      },
    })
    expect(await stateOf('Verify your email address')).toBe('To do')
    expect(await stateOf('Enter an access code')).toBe('Later')
    expect(await stateOf('Add a machine to host')).toBe('Later')
    expect(await stateOf('Get credit')).toBe('To do')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Enter the code' }))
    expect(await screen.findByRole('dialog', { name: 'Enter the code' })).toBeTruthy()
  })

  it('asks a verified user for the access code', async () => {
    const { user } = renderApp({
      path: '/welcome',
      answers: { [details]: ok(someDetails({ has_entered_referral_code: false })) },
    })
    expect(await stateOf('Verify your email address')).toBe('Done')
    await user.click(screen.getByRole('button', { name: 'Enter access code' }))
    expect(await screen.findByRole('dialog', { name: 'Enter your access code' })).toBeTruthy()
  })

  it('marks completed steps as done', async () => {
    renderApp({
      path: '/welcome',
      answers: {
        'GET /api/machines': ok([aMachine()]),
        'GET /api/user/ssh_keys': ok([anSshKey()]),
      },
    })
    await waitFor(async () => expect(await stateOf('Add an SSH key')).toBe('Done'))
    expect(await stateOf('Add a machine to host')).toBe('Done')
    expect(screen.getByText('Your balance is $5.00.')).toBeTruthy()
  })

  it('says what a completed step achieved instead of what it asked for', async () => {
    renderApp({ path: '/welcome' })
    expect(await stateOf('Verify your email address')).toBe('Done')
    expect(screen.getByText('ada@example.com is verified.')).toBeTruthy()
    expect(screen.queryByText(/We sent a code/)).toBeNull()
    expect(screen.queryByText(/^Required/)).toBeNull()
  })

  it('links to enrolling a machine', async () => {
    const { router, user } = renderApp({ path: '/welcome' })
    await user.click(await screen.findByRole('button', { name: 'Add machine' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/machines'))
  })

  it('shows an error with a retry when the account fails to load', async () => {
    const { api, user } = renderApp({
      path: '/welcome',
      answers: { [details]: refuse('forbidden') },
    })
    await screen.findByText('Your account could not be loaded')
    api.answer(details, ok(someDetails()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Welcome, ada')).toBeTruthy()
  })

  it('stands alone for a visitor, who can register and comes back to it', async () => {
    const { api, router, user } = renderApp({ path: '/welcome', token: null })
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Gridloom' })
    expect(router.state.location.pathname).toBe('/welcome')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(api.calls.every(({ token }) => token === undefined)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByRole('dialog', { name: 'Create your account' })).toBeTruthy()
  })
})

async function stateOf(step: string): Promise<string | undefined> {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${step}`) })
  return heading.querySelector('span')?.textContent ?? undefined
}
