import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { held, ok, refuse, unreachable } from '../../testing/fake-api.ts'
import { fakePasskeys } from '../../testing/fake-passkeys.ts'
import {
  fillLogin,
  fillRegister,
  messages,
  openModal,
  showsProblem,
  waitForOpenButton,
} from '../../testing/open-modal.ts'
import { someConfig, someDetails } from '../../testing/samples.ts'

const login = 'POST /api/user/login'
const register = 'POST /api/user/register'

afterEach(() => {
  globalThis.turnstile = undefined
})

describe('signing in', () => {
  it('keeps the button disabled until the human check has passed', async () => {
    const { turnstile } = await openModal({ pass: 'not-yet' })
    const submit = screen.getByRole('button', { name: 'ACCESS MY ACCOUNT' })
    expect(submit).toHaveProperty('disabled', true)
    await waitFor(() => expect(screen.queryByLabelText('Loading the captcha')).toBeNull())
    turnstile.pass('answer')
    await waitFor(() => expect(submit).toHaveProperty('disabled', false))
  })

  it('waits for a human check whose script loads late', async () => {
    const { turnstile } = await openModal({ arrives: 'later' })
    expect(screen.getByLabelText('Loading the captcha')).toBeTruthy()
    turnstile.arrive()
    await waitForOpenButton('ACCESS MY ACCOUNT')
  })

  it('shows the missing values at their fields and sends nothing', async () => {
    const { user, api } = await openModal({})
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(api.callsTo(login)).toEqual([])
  })

  it('sends the fields of the specification and opens the first screen', async () => {
    const { user, api, page, router } = await openModal({
      answers: { [login]: ok({ token: 'fresh' }) },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await screen.findByText('Successfully signed in')
    expect(api.callsTo(login)[0]?.body).toEqual({
      email: 'ada@example.com',
      password: 'password1',
      'cf-turnstile-response': 'answer-1',
    })
    expect(page.cookie).toBe('token=fresh')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/onboarding')
  })

  it('disables the button and shows the progress', async () => {
    const { answer, letGo } = held(ok({ token: 'fresh' }))
    const { user } = await openModal({ answers: { [login]: answer } })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    const button = await screen.findByRole('button', { name: 'Signing in...' })
    expect(button).toHaveProperty('disabled', true)
    letGo()
    await screen.findByText('Successfully signed in')
    await waitFor(() => expect(screen.queryByText('Signing in...')).toBeNull())
  })

  it('keeps the form’s values and resets the human check when it is refused', async () => {
    const { user, turnstile } = await openModal({
      answers: { [login]: refuse('credentials_wrong') },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await showsProblem('Incorrect email or password.')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'password1')
    expect(turnstile.resets).toBe(1)
  })

  it('shows the fallback text when the server sends no error text', async () => {
    const { user } = await openModal({
      answers: { [login]: refuse('credentials_wrong', { error: '' }) },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await showsProblem('Login failed. Please try again.')
  })

  it('shows a text of its own for a lost connection', async () => {
    const { user } = await openModal({ answers: { [login]: unreachable() } })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await showsProblem('An error occurred. Please try again.')
  })

  it('reveals the password on request', async () => {
    const { user } = await openModal({})
    const password = screen.getByLabelText('Password')
    expect(password).toHaveProperty('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password).toHaveProperty('type', 'text')
  })

  it('opens the access code view over the welcome page while the account needs a code', async () => {
    const { user, router } = await openModal({
      answers: {
        [login]: ok({ token: 'fresh' }),
        'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })),
      },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    expect(await screen.findByRole('dialog', { name: 'Enter your access code' })).toBeTruthy()
    await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'))
  })

  it('reports that the details could not be loaded, but stays signed in', async () => {
    const { user, page } = await openModal({
      answers: { [login]: ok({ token: 'fresh' }), 'GET /api/user/details': refuse('forbidden') },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await within(messages()).findByText('Please try again.')
    expect(page.cookie).toBe('token=fresh')
  })

  it('validates the form and sends nothing when the disabled button is bypassed', async () => {
    const { api } = await openModal({ pass: 'not-yet' })
    fireEvent.submit(screen.getByRole('form', { name: 'Sign in' }))
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(api.callsTo(login)).toEqual([])
  })

  it('opens each configured provider in a new tab', async () => {
    await openModal({
      answers: {
        'GET /api/config': ok(someConfig({ login_providers: [{ id: 'google', name: 'Google' }] })),
      },
    })
    const link = await screen.findByRole('link', { name: 'Continue with Google' })
    expect(link.getAttribute('href')).toBe('/api/google/login')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener')
  })

  it('offers no passkey when the browser does not support them', async () => {
    await openModal({})
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  })

  it('sends nothing and shows no error when the browser’s passkey dialog is closed', async () => {
    using browser = fakePasskeys(new DOMException('closed', 'NotAllowedError'))
    const { api, page, user } = await openModal({
      answers: {
        'POST /api/user/login/passkey/options': ok({
          ceremony_id: 'c-1',
          options: { challenge: 'AAAA', rpId: 'localhost' },
        }),
      },
    })
    const button = screen.getByRole('button', { name: 'Sign in with a passkey' })
    await user.click(button)
    await waitFor(() => expect(browser.asked).toBe(1))
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe(''),
    )
    expect(api.callsTo('POST /api/user/login/passkey')).toEqual([])
    expect(page.cookie).toBe('')
  })

  it('follows a sign-in in another tab', async () => {
    const { page, router, runtime } = await openModal({})
    runtime.auth.chooseFlow('provider')
    page.cookie = 'token=from-elsewhere; path=/'
    window.dispatchEvent(new StorageEvent('storage', { key: 'isLoggedIn', newValue: 'true' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })
})

describe('registering', () => {
  it('requires the same password twice', async () => {
    const { user, api } = await openModal({ view: 'Register' })
    await fillRegister(user, 'password2')
    await user.click(await waitForOpenButton('REGISTER'))
    expect(screen.getByText("Passwords don't match")).toBeTruthy()
    expect(api.callsTo(register)).toEqual([])
  })

  it('closes the modal and never sends the repeated password', async () => {
    const { user, api, router } = await openModal({
      view: 'Register',
      answers: { [register]: ok({ token: 'fresh' }, 201) },
    })
    await fillRegister(user, 'password1')
    await user.click(await waitForOpenButton('REGISTER'))
    await screen.findByText('Successfully signed up')
    expect(Object.keys(api.callsTo(register)[0]?.body ?? {})).toEqual([
      'email',
      'password',
      'cf-turnstile-response',
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'))
  })

  it('shows the server’s errors at their fields and resets the human check', async () => {
    const { user, turnstile } = await openModal({
      view: 'Register',
      answers: {
        [register]: refuse('invalid_input', { fields: { email: 'Email is not valid' } }),
      },
    })
    await fillRegister(user, 'password1')
    await user.click(await waitForOpenButton('REGISTER'))
    const email = screen.getByLabelText('Email')
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('Email is not valid')).toBeTruthy()
    expect(turnstile.resets).toBe(1)
  })

  it('keeps the typed email address when the view changes', async () => {
    const { user } = await openModal({})
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Create an account' }))
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
    await screen.findByRole('button', { name: 'REGISTER' })
  })

  it.each([
    [
      'the server says nothing',
      refuse('invalid_input', { error: '' }),
      'Registration failed. Please try again.',
    ],
    ['the network is gone', unreachable(), 'An error occurred. Please try again.'],
  ])('shows the error when %s', async (_, answer, text) => {
    const { user, turnstile } = await openModal({
      view: 'Register',
      answers: { [register]: answer },
    })
    await fillRegister(user, 'password1')
    await user.click(await waitForOpenButton('REGISTER'))
    await showsProblem(text)
    expect(turnstile.resets).toBe(1)
  })

  it('disables the button and shows the progress', async () => {
    const { answer, letGo } = held(ok({ token: 'fresh' }, 201))
    const { user } = await openModal({ view: 'Register', answers: { [register]: answer } })
    await fillRegister(user, 'password1')
    await user.click(await waitForOpenButton('REGISTER'))
    expect(await screen.findByRole('button', { name: 'Signing up...' })).toHaveProperty(
      'disabled',
      true,
    )
    expect(await within(messages()).findByText('Signing up...')).toBeTruthy()
    letGo()
    await screen.findByText('Successfully signed up')
  })

  it('sends the access code of the link that was opened', async () => {
    const { user, api, runtime } = await openModal({
      view: 'Register',
      code: 'ada-invites',
      answers: { [register]: ok({ token: 'fresh' }, 201) },
    })
    await fillRegister(user, 'password1')
    await user.click(await waitForOpenButton('REGISTER'))
    await screen.findByText('Successfully signed up')
    expect(api.callsTo(register)[0]?.body).toMatchObject({ referral_code: 'ada-invites' })
    expect(runtime.auth.store.getState().accessCode).toBe('ada-invites')
  })
})
