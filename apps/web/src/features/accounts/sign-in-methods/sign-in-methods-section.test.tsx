import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aLogin, aPasskey, aSession } from '../../../testing/account-samples.ts'
import { type Answers, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { sampleId, someConfig, someDetails } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const update = 'PUT /api/user/update-password'
const google = someConfig({ login_providers: [{ id: 'google', name: 'Google' }] })

describe('the password', () => {
  it('is changed with the current password, which empties the form', async () => {
    const { api, user } = renderSection('password', { [update]: ok({}) })
    await user.type(await screen.findByLabelText('Current password'), 'the old one')
    await typeNew(user, 'correct horse', 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password has been updated successfully!')
    expect(api.callsTo(update)[0]?.body).toEqual({
      old_password: 'the old one',
      new_password: 'correct horse',
    })
    expect(typedIn(screen.getByLabelText('New password'))).toBe('')
  })

  it('is validated with the error texts of the specification', async () => {
    const { api, user } = renderSection('password', {})
    await user.click(await screen.findByRole('button', { name: 'Change password' }))
    await screen.findByText('Password is required')
    expect(screen.getAllByText('Both password fields are required')).toHaveLength(2)
    await typeNew(user, 'correct horse', 'another')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Passwords do not match')
    expect(api.callsTo(update)).toEqual([])
  })

  it('reports a wrong current password at its field', async () => {
    const { user } = renderSection('password', { [update]: refuse('credentials_wrong') })
    await user.type(await screen.findByLabelText('Current password'), 'not it')
    await typeNew(user, 'correct horse', 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Incorrect password')).toBeTruthy()
    expect(typedIn(screen.getByLabelText('New password'))).toBe('correct horse')
  })

  it('is set without a current one when there is none', async () => {
    const { api, user } = renderSection('password', {
      'GET /api/user/details': ok(someDetails({ has_password: false })),
      [update]: ok({}),
    })
    await screen.findByRole('heading', { level: 2, name: 'Set a password' })
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await typeNew(user, 'correct horse', 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    await screen.findByText('Password has been updated successfully!')
    expect(api.callsTo(update)[0]?.body).toEqual({ new_password: 'correct horse' })
  })
})

describe('passkeys', () => {
  const add = 'POST /api/user/passkeys'
  const asked = { ceremony_id: 'c-1', options: creationOptions() }

  it('are created by the browser and stored under the typed name', async () => {
    using browser = fakePasskeys()
    const { api, user } = renderSignInMethods({
      'GET /api/user/passkeys': inTurn(ok([]), ok([aPasskey()])),
      'POST /api/user/passkeys/options': ok(asked),
      [add]: ok(aPasskey(), 201),
    })
    await user.click(await screen.findByRole('button', { name: 'Add passkey' }))
    const name = await screen.findByLabelText('Name')
    expect(typedIn(name)).not.toBe('')
    await user.clear(name)
    await user.type(name, 'My laptop')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('Passkey Firefox on Linux added')
    expect(api.callsTo(add)[0]?.body).toMatchObject({ ceremony_id: 'c-1', name: 'My laptop' })
    expect(browser.asked).toBe(1)
    expect(await screen.findByText('Synced')).toBeTruthy()
  })

  it('are not stored when the user closes the browser’s dialog', async () => {
    using _ = fakePasskeys(new DOMException('closed', 'NotAllowedError'))
    const { api, user } = renderSignInMethods({ 'POST /api/user/passkeys/options': ok(asked) })
    await user.click(await screen.findByRole('button', { name: 'Add passkey' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await screen.findByText('No passkey was created. Try again.')
    expect(api.callsTo(add)).toEqual([])
  })

  it('show the server’s refusal in the dialog', async () => {
    using _ = fakePasskeys()
    const { user } = renderSignInMethods({
      'POST /api/user/passkeys/options': refuse('email_unverified'),
    })
    await user.click(await screen.findByRole('button', { name: 'Add passkey' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Verify your email address first.')).toBeTruthy()
  })

  it('cannot be removed when one is the last sign-in method', async () => {
    using _ = fakePasskeys()
    const { user } = renderSignInMethods({
      'GET /api/user/passkeys': ok([aPasskey()]),
      [`DELETE /api/user/passkeys/${sampleId('psk', 1)}`]: refuse('last_sign_in_method'),
    })
    await user.click(await screen.findByRole('button', { name: 'Remove Firefox on Linux' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Remove passkey' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('the only way to sign in')
  })

  it('report that the browser does not support them', async () => {
    renderSignInMethods({})
    await screen.findByText(/Passkeys need HTTPS/)
    expect(screen.getByRole('button', { name: 'Add passkey' })).toHaveProperty('disabled', true)
  })
})

describe('sign-in providers', () => {
  it('are listed as connected or available', async () => {
    const providers = [...google.login_providers, { id: 'forge', name: 'Forge' }]
    renderSignInMethods({
      'GET /api/config': ok({ ...google, login_providers: providers }),
      'GET /api/user/logins': ok([aLogin()]),
    })
    expect(await screen.findByRole('button', { name: 'Disconnect Google' })).toBeTruthy()
    expect(screen.getByText('ada@example.org')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Connect Forge' })).toBeTruthy()
  })

  it('show why one cannot be connected', async () => {
    const { user } = renderSignInMethods({
      'GET /api/config': ok(google),
      'POST /api/user/logins/google': refuse('provider_down', { error: 'Google does not answer.' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Connect Google' }))
    expect(await screen.findByText('Google does not answer.')).toBeTruthy()
  })

  it('are disconnected once the dialog is confirmed', async () => {
    const { user } = renderSignInMethods({
      'GET /api/config': ok(google),
      'GET /api/user/logins': inTurn(ok([aLogin()]), ok([])),
      [`DELETE /api/user/logins/${sampleId('lgn', 1)}`]: ok({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Disconnect Google' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await screen.findByText('Google disconnected')
    expect(await screen.findByRole('button', { name: 'Connect Google' })).toBeTruthy()
  })

  it('report a successful connection until the note is dismissed', async () => {
    const { router, user } = renderApp({
      path: '/account?connected=google',
      answers: { ...signInMethods, 'GET /api/config': ok(google) },
    })
    await screen.findByText('You can now sign in with Google.')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText(/You can now sign in/)).toBeNull())
    expect(router.state.location.search).toEqual({ section: 'sign-in-methods' })
  })

  it('report why connecting failed', async () => {
    renderApp({ path: '/account?problem=login_taken', answers: signInMethods })
    expect(await screen.findByText(/connected to another account/)).toBeTruthy()
  })

  it('report an unknown problem code with a general text', async () => {
    renderApp({ path: '/account?problem=moon_phase', answers: signInMethods })
    expect(await screen.findByText('Nothing was connected. Try again.')).toBeTruthy()
  })
})

describe('sessions', () => {
  const list = 'GET /api/user/sessions'
  const here = aSession({ current: true })
  const other = aSession({ id: sampleId('ses', 2), user_agent: 'node', origin: 'passkey' })

  it('show browser, system and origin, and mark the current session', async () => {
    renderSection('sessions', { [list]: ok([here, other]) })
    const sessions = within(await screen.findByRole('list', { name: 'Sessions' }))
    const [first, second] = sessions.getAllByRole('listitem')
    expect(first?.textContent).toContain('Firefox on LinuxThis session')
    expect(first?.textContent).toContain('192.0.2.7')
    expect(second?.textContent).toContain('Node.js')
    expect(second?.textContent).toContain('with a passkey')
    expect(sessions.getAllByRole('button')).toHaveLength(1)
  })

  it('can be ended one by one', async () => {
    const end = `DELETE /api/user/sessions/${other.id}`
    const { api, user } = renderSection('sessions', {
      [list]: inTurn(ok([here, other]), ok([here])),
      [end]: ok({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Sign out Node.js' }))
    await waitFor(() => expect(screen.queryByText('Node.js')).toBeNull())
    expect(api.callsTo(end)).toHaveLength(1)
  })

  it('can all be ended but the current one', async () => {
    const { user } = renderSection('sessions', {
      [list]: inTurn(ok([here, other]), ok([here])),
      'DELETE /api/user/sessions': ok({ ended: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'End 1 session' }))
    await screen.findByText('1 session ended')
    await waitFor(() => expect(screen.queryByText('Node.js')).toBeNull())
  })

  it('are reloaded when an account event arrives', async () => {
    const { api } = renderSection('sessions', { [list]: ok([here]) })
    await screen.findByText('This session')
    await screen.findByText('Live')
    api.answer(list, ok([here, other]))
    api.publish('account', {})
    expect(await screen.findByText('Node.js')).toBeTruthy()
  })
})

const signInMethods: Answers = {
  'GET /api/user/passkeys': ok([]),
  'GET /api/user/logins': ok([]),
}

type User = ReturnType<typeof renderApp>['user']

function renderSection(section: string, answers: Answers) {
  return renderApp({ path: `/account?section=${section}`, answers })
}

function renderSignInMethods(answers: Answers) {
  return renderSection('sign-in-methods', { ...signInMethods, ...answers })
}

async function typeNew(user: User, wanted: string, again: string): Promise<void> {
  await user.type(await screen.findByLabelText('New password'), wanted)
  await user.type(screen.getByLabelText('Confirm new password'), again)
}

function creationOptions() {
  return {
    challenge: 'AAAA',
    rp: { id: 'localhost', name: 'Gridloom' },
    user: { id: 'AAAA', name: 'ada', displayName: 'ada' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  }
}
