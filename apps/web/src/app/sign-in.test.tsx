import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse, unreachable } from '../lib/testing/fake-api.ts'
import { someDetails } from '../lib/testing/samples.ts'
import { installFakeTurnstile } from './testing/fake-turnstile.ts'
import { renderApp } from './testing/render-app.tsx'

const login = 'POST /api/user/login'
const register = 'POST /api/user/register'
const access = 'POST /api/access-code/referal'

afterEach(() => {
  globalThis.turnstile = undefined
})

describe('signing in', () => {
  it('keeps the button shut until the human check has passed', async () => {
    const { turnstile } = await openModal({ pass: 'not-yet' })
    const submit = screen.getByRole('button', { name: 'ACCESS MY ACCOUNT' })
    expect(submit).toHaveProperty('disabled', true)
    await waitFor(() => expect(screen.queryByLabelText('Loading the human check')).toBeNull())
    turnstile.pass('answer')
    await waitFor(() => expect(submit).toHaveProperty('disabled', false))
  })

  it('waits for a check whose script comes late', async () => {
    const { turnstile } = await openModal({ arrives: 'later' })
    expect(screen.getByLabelText('Loading the human check')).toBeTruthy()
    turnstile.arrive()
    await waitForOpenButton('ACCESS MY ACCOUNT')
  })

  it('says what is missing at each field and sends nothing', async () => {
    const { user, api } = await openModal({})
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(api.callsTo(login)).toEqual([])
  })

  it('sends what the specification names and goes inside', async () => {
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
    await waitFor(() => expect(router.state.location.pathname).toBe('/instance'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows that it is under way', async () => {
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

  it('keeps what was typed and resets the check when it is refused', async () => {
    const { user, turnstile } = await openModal({
      answers: { [login]: refuse('credentials_wrong') },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await within(messages()).findByText('The e-mail or the password is wrong.')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'password1')
    expect(turnstile.resets).toBe(1)
  })

  it('has a word of its own when the server says nothing', async () => {
    const { user } = await openModal({
      answers: { [login]: refuse('credentials_wrong', { error: '' }) },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await within(messages()).findByText('Login failed. Please try again.')
  })

  it('tells a lost connection apart', async () => {
    const { user } = await openModal({ answers: { [login]: unreachable() } })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await within(messages()).findByText('An error occurred. Please try again.')
  })

  it('shows and hides the password', async () => {
    const { user } = await openModal({})
    const password = screen.getByLabelText('Password')
    expect(password).toHaveProperty('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password).toHaveProperty('type', 'text')
  })

  it('goes on to the access code where the account still needs one', async () => {
    const { user, router } = await openModal({
      answers: {
        [login]: ok({ token: 'fresh' }),
        'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })),
        [access]: ok({ token: 'fresher' }),
      },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    await user.click(await screen.findByRole('button', { name: 'Enter' }))
    expect(screen.getByText('Access Code is required')).toBeTruthy()
    await user.type(screen.getByLabelText('Access code', { selector: 'input' }), 'OPEN')
    await user.click(screen.getByRole('button', { name: 'Enter' }))
    await screen.findByText('Successfully verified')
    expect(router.state.location.pathname).toBe('/instance')
  })
})

describe('registering', () => {
  it('wants the same password twice', async () => {
    const { user, api } = await openModal({ view: 'Register' })
    await fillRegister(user, 'password2')
    await user.click(await waitForOpenButton('REGISTER'))
    expect(screen.getByText("Passwords don't match")).toBeTruthy()
    expect(api.callsTo(register)).toEqual([])
  })

  it('closes the modal and never sends the second password', async () => {
    const { user, api } = await openModal({
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
  })

  it('puts the errors of the server at their fields', async () => {
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

  it('takes the typed e-mail along between the views', async () => {
    const { user } = await openModal({})
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Create an account' }))
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
    await screen.findByRole('button', { name: 'REGISTER' })
  })
})

type User = ReturnType<typeof renderApp>['user']

interface ModalSetup {
  view?: 'Sign in' | 'Register'
  pass?: 'at-once' | 'not-yet'
  arrives?: 'at-once' | 'later'
  answers?: Answers
}

async function openModal({ view = 'Sign in', answers = {}, ...check }: ModalSetup) {
  const turnstile = installFakeTurnstile(check)
  const app = renderApp({ path: '/onboarding', token: null, answers })
  await app.user.click(await screen.findByRole('button', { name: view }))
  await screen.findByRole('dialog')
  return { ...app, turnstile }
}

async function fillLogin(user: User) {
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'password1')
}

async function fillRegister(user: User, confirm: string) {
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'password1')
  await user.type(screen.getByLabelText('Confirm password'), confirm)
}

async function waitForOpenButton(name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  return button
}

function messages() {
  return screen.getByRole('region', { name: 'Messages' })
}
