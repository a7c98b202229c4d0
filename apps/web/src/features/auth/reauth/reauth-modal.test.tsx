import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../../testing/fake-api.ts'
import { fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { someConfig, someDetails } from '../../../testing/samples.ts'

const details = 'GET /api/user/details'
const google = {
  'GET /api/config': ok(someConfig({ login_providers: [{ id: 'google', name: 'Google' }] })),
}

describe('the dialog "Confirm your identity"', () => {
  const change = 'PUT /api/user/update-profile'

  it('retries the refused call after the password is confirmed', async () => {
    const { api, runtime, user } = await renderConfirming()
    const changed = runtime.client.accounts.updateProfile({ body: { name: 'Ada' } })
    await user.type(await screen.findByLabelText('Your password'), 'password1')
    api.answer(change, ok(someDetails({ name: 'Ada' })))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await expect(changed).resolves.toMatchObject({ name: 'Ada' })
    expect(api.callsTo('POST /api/user/confirm')[0]?.body).toEqual({ password: 'password1' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('requires the password and reports a wrong one', async () => {
    const { api, runtime, user } = await renderConfirming()
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(screen.getByText('Password is required')).toBeTruthy()
    api.answer('POST /api/user/confirm', refuse('credentials_wrong'))
    await user.type(screen.getByLabelText('Your password'), 'password2')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Incorrect email or password.')).toBeTruthy()
  })

  it('leaves the call refused when it is closed', async () => {
    const { api, runtime, user } = await renderConfirming()
    const changed = runtime.client.accounts.updateProfile({ body: {} }).catch((error) => error)
    await screen.findByRole('dialog', { name: 'Confirm your identity' })
    await user.keyboard('{Escape}')
    await expect(changed).resolves.toMatchObject({ code: 'confirmation_required' })
    expect(api.callsTo(change)).toHaveLength(1)
  })

  it('opens while the page is still loading', async () => {
    const { runtime } = renderApp({
      path: '/terms-and-conditions',
      answers: { [change]: refuse('confirmation_required') },
    })
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    expect(screen.queryByRole('heading')).toBeNull()
    expect(await screen.findByRole('dialog', { name: 'Confirm your identity' })).toBeTruthy()
  })

  it('offers the provider to a user without a password and continues once its tab is done', async () => {
    using tabs = fakeTabs()
    const { api, runtime, user } = await renderConfirming(withoutPassword)
    const changed = runtime.client.accounts.updateProfile({ body: { name: 'Ada' } })
    await user.click(await screen.findByRole('button', { name: 'Sign in with Google again' }))
    await screen.findByText(/Waiting for the other tab/)
    expect(tabs.led).toEqual(['https://google.example/authorize'])
    expect(screen.queryByLabelText('Your password')).toBeNull()
    api.answer(change, ok(someDetails({ name: 'Ada' })))
    window.dispatchEvent(new StorageEvent('storage', { key: 'confirmedAt' }))
    await expect(changed).resolves.toMatchObject({ name: 'Ada' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes the new tab and shows the error when the provider is down', async () => {
    using tabs = fakeTabs()
    const { api, runtime, user } = await renderConfirming(withoutPassword)
    api.answer(
      'POST /api/user/confirm/login/google',
      refuse('provider_down', { error: 'It is down.' }),
    )
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    await user.click(await screen.findByRole('button', { name: 'Sign in with Google again' }))
    const dialog = within(screen.getByRole('dialog'))
    expect((await dialog.findByRole('alert')).textContent).toBe('It is down.')
    expect(tabs).toMatchObject({ led: [], closed: 1 })
  })

  it('offers no passkey when the browser does not support them', async () => {
    const { runtime } = await renderConfirming()
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    await screen.findByLabelText('Your password')
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })

  it('shows no error when the browser’s passkey dialog is closed', async () => {
    using _ = fakePasskeys(new DOMException('closed', 'NotAllowedError'))
    const { api, runtime, user } = await renderConfirming(passkeyAsked)
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    const button = await screen.findByRole('button', { name: 'Use a passkey' })
    await user.click(button)
    await waitFor(() => expect(api.callsTo('POST /api/user/login/passkey/options')).toHaveLength(1))
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
    expect(api.callsTo('POST /api/user/confirm/passkey')).toEqual([])
  })

  const withoutPassword = {
    ...google,
    [details]: ok(someDetails({ has_password: false })),
    'POST /api/user/confirm/login/google': ok({ url: 'https://google.example/authorize' }),
  }

  async function renderConfirming(answers = {}) {
    const app = renderApp({
      path: '/terms-and-conditions',
      answers: {
        [change]: refuse('confirmation_required'),
        'POST /api/user/confirm': ok({}),
        ...answers,
      },
    })
    await screen.findByRole('heading', { level: 1 })
    return app
  }
})

const passkeyAsked = {
  'POST /api/user/login/passkey/options': ok({
    ceremony_id: 'c-1',
    options: { challenge: 'AAAA', rpId: 'localhost' },
  }),
}

/** A browser whose new tabs only record the URLs they are sent to, until the end of the scope. */
function fakeTabs() {
  const seen = { led: [] as string[], closed: 0 }
  const before = window.open
  const tab = {
    opener: window,
    location: { assign: (url: string) => seen.led.push(url) },
    close: () => {
      seen.closed += 1
    },
  }
  Object.defineProperty(window, 'open', { value: () => tab, configurable: true, writable: true })
  return Object.assign(seen, {
    [Symbol.dispose]() {
      Object.defineProperty(window, 'open', { value: before, configurable: true, writable: true })
    },
  })
}
