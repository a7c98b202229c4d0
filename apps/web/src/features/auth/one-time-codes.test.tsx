import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answers, held, inTurn, ok, refuse, unreachable } from '../../testing/fake-api.ts'
import {
  fillLogin,
  messages,
  openModal,
  showsProblem,
  waitForOpenButton,
} from '../../testing/open-modal.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { someDetails } from '../../testing/samples.ts'

const resend = 'POST /api/user/resend-otp'
const verify = 'POST /api/user/verify-otp'
const update = 'PUT /api/user/update-password'
const access = 'POST /api/access-code/referal'
const details = 'GET /api/user/details'

afterEach(() => {
  globalThis.turnstile = undefined
})

describe('a forgotten password', () => {
  it('is replaced with the emailed code and leads back to signing in', async () => {
    const { user, api, runtime } = await openForgotEmail({
      [resend]: ok({}),
      [verify]: ok({ token: 'temporary' }),
      [update]: ok({}),
    })
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await typeCode(user, '123456')
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    await user.type(await screen.findByLabelText('New password'), 'a new password')
    expect(sessionStorage.getItem('tempToken')).toBe('temporary')
    await user.type(screen.getByLabelText('Confirm new password'), 'a new password')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await within(messages()).findByText('Password has been updated successfully!')
    expect(api.callsTo(update)[0]).toMatchObject({
      token: 'temporary',
      body: { otp: '123456', new_password: 'a new password' },
    })
    await screen.findByRole('button', { name: 'ACCESS MY ACCOUNT' })
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com')
    expect(sessionStorage.getItem('tempToken')).toBeNull()
    expect(runtime.auth.store.getState()).toMatchObject({ isLoggedIn: false, otp: '' })
  })

  it('requires an email address, whose field has the focus', async () => {
    const { user, api } = await openForgotEmail({})
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.getByText('Email is required')).toBeTruthy()
    expect(api.callsTo(resend)).toEqual([])
  })

  it.each([
    ['says nothing', refuse('internal', { error: '' }), 'Reset failed. Please try again.'],
    ['says why', refuse('under_maintenance'), 'The platform is under maintenance.'],
    ['is out of reach', unreachable(), 'An error occurred. Please try again.'],
  ])('shows the error when the server %s', async (_, answer, text) => {
    const { user } = await openForgotEmail({ [resend]: answer })
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await showsProblem(text)
  })

  it('requires the new password twice and matching', async () => {
    const { user, api } = await openNewPassword({})
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.getAllByText('Both password fields are required')).toHaveLength(2)
    await user.type(screen.getByLabelText('New password'), 'a new password')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.getAllByText('Both password fields are required')).toHaveLength(1)
    await user.type(screen.getByLabelText('Confirm new password'), 'another')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.getByText('Passwords do not match')).toBeTruthy()
    expect(api.callsTo(update)).toEqual([])
  })

  it('keeps the temporary token for a retry when the new password is refused', async () => {
    const { user, api } = await openNewPassword({
      [update]: inTurn(refuse('invalid_input', { error: '' }), ok({})),
    })
    await fillNewPassword(user)
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await showsProblem('Resetting failed. Please try again.')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await within(messages()).findByText('Password has been updated successfully!')
    expect(api.callsTo(update).map(({ token }) => token)).toEqual(['temporary', 'temporary'])
  })
})

describe('the emailed code', () => {
  it('is entered in six autofill boxes, each of which moves on to the next', async () => {
    const { user } = await openVerify({})
    const boxes = screen.getAllByRole('textbox', { name: /^Digit/ })
    expect(boxes).toHaveLength(6)
    await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
    expect(boxes[0]?.getAttribute('autocomplete')).toBe('one-time-code')
    await user.click(boxes[0] ?? document.body)
    await user.keyboard('12')
    expect(document.activeElement).toBe(boxes[2])
    expect(boxes.map(digitIn).join('')).toBe('12')
  })

  it('can be pasted as a whole', async () => {
    const { user, api } = await openVerify({ [verify]: refuse('code_wrong') })
    const [first] = screen.getAllByRole('textbox', { name: /^Digit/ })
    await user.click(first ?? document.body)
    await user.paste('654321')
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    await waitFor(() => expect(api.callsTo(verify)[0]?.body).toMatchObject({ otp: '654321' }))
  })

  it('is rejected before it is sent if it has fewer than four digits', async () => {
    const { user, api } = await openVerify({ [verify]: refuse('code_wrong') })
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    expect(screen.getByText('Invalid OTP')).toBeTruthy()
    await typeCode(user, '123')
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    expect(api.callsTo(verify)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Digit 4 of 6' }), '4')
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    await waitFor(() => expect(api.callsTo(verify)).toHaveLength(1))
    await showsProblem('Invalid OTP. Check the code or request a new one.')
  })

  it('verifies the address of the current session and continues to the next step', async () => {
    const { user, api, page, router } = await openVerify({ [verify]: ok({ token: 'verified' }) })
    await typeCode(user, '123456')
    api.answer(details, ok(someDetails({ has_entered_referral_code: false })))
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    await within(messages()).findByText('Successfully verified')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo(verify)[0]).toMatchObject({
      token: 'token-1',
      body: { otp: '123456', email: 'ada@example.com' },
    })
    expect(page.cookie).toBe('token=verified')
    expect(router.state.location.pathname).toBe('/welcome')
  })

  it('disables the button while it is checked and shows the error afterwards', async () => {
    const { answer, letGo } = held(refuse('code_wrong', { error: '' }))
    const { user } = await openVerify({ [verify]: answer })
    await typeCode(user, '123456')
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    expect(await screen.findByRole('button', { name: 'Verifying...' })).toHaveProperty(
      'disabled',
      true,
    )
    letGo()
    await showsProblem('Verification failed. Please try again.')
  })
})

describe('the access code', () => {
  it('is required', async () => {
    const { user, api } = await openAccess({})
    await user.click(screen.getByRole('button', { name: 'Enter' }))
    expect(screen.getByText('Access Code is required')).toBeTruthy()
    expect(api.callsTo(access)).toEqual([])
  })

  it.each([
    [
      'says nothing',
      refuse('access_code_invalid', { error: '' }),
      'Verification failed. Please try again.',
    ],
    ['says why', refuse('access_code_invalid'), 'This access code is not valid.'],
    ['is out of reach', unreachable(), 'An error occurred. Please try again.'],
  ])('shows the error when the server %s', async (_, answer, text) => {
    const { user } = await openAccess({ [access]: answer })
    await enterCode(user)
    await showsProblem(text)
  })

  it('opens the dashboard for the provider flow', async () => {
    const { user, router, runtime, api } = await openAccess({ [access]: ok({ token: 'opened' }) })
    act(() => runtime.auth.chooseFlow('provider'))
    api.answer(details, ok(someDetails()))
    await enterCode(user)
    await within(messages()).findByText('Successfully verified')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(api.callsTo(access)[0]?.body).toEqual({ referral_code: 'OPEN' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is entered after verifying the email address, and is still filled in then', async () => {
    const { user, api } = await openAccess({
      [access]: refuse('email_unverified'),
      [verify]: ok({ token: 'verified' }),
    })
    await enterCode(user)
    await typeCode(user, '123456')
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    expect(await screen.findByLabelText('Access code')).toHaveProperty('value', 'OPEN')
    api.answer(access, ok({ token: 'opened' }))
    await user.click(screen.getByRole('button', { name: 'Enter' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is checked and kept when signed out, and leads to signing in', async () => {
    const { user, api, runtime } = await openModal({
      answers: { 'GET /api/access-code/OPEN': ok({ known: true }) },
    })
    await user.click(screen.getByRole('button', { name: 'I have an access code' }))
    await enterCode(user)
    await screen.findByRole('button', { name: 'ACCESS MY ACCOUNT' })
    await within(messages()).findByText('Successfully verified')
    expect(api.callsTo(access)).toEqual([])
    expect(runtime.auth.store.getState().accessCode).toBe('OPEN')
  })

  it('is filled in after signing in if it was kept', async () => {
    const { user } = await openModal({
      code: 'OPEN',
      answers: {
        'POST /api/user/login': ok({ token: 'fresh' }),
        [details]: ok(someDetails({ has_entered_referral_code: false })),
      },
    })
    await fillLogin(user)
    await user.click(await waitForOpenButton('ACCESS MY ACCOUNT'))
    expect(await screen.findByLabelText('Access code')).toHaveProperty('value', 'OPEN')
  })

  it('is requested when the server refuses a call for lack of it', async () => {
    renderApp({
      path: '/machines',
      answers: { 'GET /api/machines': refuse('access_code_required') },
    })
    expect(await screen.findByRole('dialog', { name: 'Enter your access code' })).toBeTruthy()
  })
})

type User = ReturnType<typeof renderApp>['user']

async function openForgotEmail(answers: Answers) {
  const app = await openModal({ answers })
  await app.user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  await screen.findByRole('form', { name: 'Forgot password' })
  return app
}

async function openNewPassword(answers: Answers) {
  const app = await openModal({ answers })
  act(() => {
    app.runtime.auth.keepOtp('123456')
    app.runtime.auth.keepTempToken('temporary')
    app.runtime.auth.openLogin('forgot')
  })
  await screen.findByLabelText('New password')
  return app
}

/** A signed-in user without a verified email address or an access code. */
function renderNewcomer(answers: Answers) {
  const newcomer = someDetails({ email_verified: false, has_entered_referral_code: false })
  return renderApp({ path: '/welcome', answers: { [details]: ok(newcomer), ...answers } })
}

async function openVerify(answers: Answers) {
  const app = renderNewcomer(answers)
  await waitFor(() => expect(app.runtime.auth.store.getState().user).toBeTruthy())
  act(() => app.runtime.auth.openOtp('register'))
  await screen.findByRole('button', { name: 'Verify OTP' })
  return app
}

async function openAccess(answers: Answers) {
  const app = renderNewcomer(answers)
  await waitFor(() => expect(app.runtime.auth.store.getState().user).toBeTruthy())
  act(() => app.runtime.auth.openAccessCode())
  await screen.findByRole('button', { name: 'Enter' })
  return app
}

async function typeCode(user: User, code: string) {
  await user.click(await screen.findByRole('textbox', { name: 'Digit 1 of 6' }))
  await user.keyboard(code)
}

async function enterCode(user: User) {
  await user.type(await screen.findByLabelText('Access code'), 'OPEN')
  await user.click(screen.getByRole('button', { name: 'Enter' }))
}

async function fillNewPassword(user: User) {
  await user.type(screen.getByLabelText('New password'), 'a new password')
  await user.type(screen.getByLabelText('Confirm new password'), 'a new password')
}

function digitIn(box: HTMLElement): string {
  return box instanceof HTMLInputElement ? box.value : ''
}
