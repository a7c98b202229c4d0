import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { held, ok, refuse } from '../lib/testing/fake-api.ts'
import { aMachine, someConfig, someDetails } from '../lib/testing/samples.ts'
import { fakePasskeys } from './testing/fake-passkeys.ts'
import { installFakeTurnstile } from './testing/fake-turnstile.ts'
import { renderApp } from './testing/render-app.tsx'

const redeem = 'POST /api/login/redeem'
const details = 'GET /api/user/details'
const google = {
  'GET /api/config': ok(someConfig({ login_providers: [{ id: 'google', name: 'Google' }] })),
}

afterEach(() => {
  globalThis.turnstile = undefined
})

describe('/welcome', () => {
  it('shows a newcomer what to do first, and what opens later', async () => {
    const { user } = renderApp({
      path: '/welcome',
      answers: {
        [details]: ok(someDetails({ email_verified: false, has_entered_referral_code: false })),
        'GET /api/machines': refuse('access_code_required'),
        'GET /api/user/ssh_keys': ok([]),
      },
    })
    expect(await stateOf('Verify your e-mail address')).toBe('To do')
    expect(await stateOf('Enter an access code')).toBe('Later')
    expect(await stateOf('Join a machine, if you host')).toBe('Later')
    expect(await stateOf('Have credit')).toBe('To do')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Enter the code' }))
    expect(await screen.findByRole('dialog', { name: 'Enter the code' })).toBeTruthy()
  })

  it('asks a verified person for the access code', async () => {
    const { user } = renderApp({
      path: '/welcome',
      answers: { [details]: ok(someDetails({ has_entered_referral_code: false })) },
    })
    expect(await stateOf('Verify your e-mail address')).toBe('Ready')
    await user.click(screen.getByRole('button', { name: 'Enter access code' }))
    expect(await screen.findByRole('dialog', { name: 'Enter your access code' })).toBeTruthy()
  })

  it('says of everything that is there that it is', async () => {
    renderApp({
      path: '/welcome',
      answers: {
        'GET /api/machines': ok([aMachine()]),
        'GET /api/user/ssh_keys': ok([{ id: 'one' }]),
      },
    })
    await waitFor(async () => expect(await stateOf('Add an SSH key')).toBe('Ready'))
    expect(await stateOf('Join a machine, if you host')).toBe('Ready')
    expect(screen.getByText('$5.00 is there.')).toBeTruthy()
  })

  it('leads to enrolling a machine', async () => {
    const { router, user } = renderApp({ path: '/welcome' })
    await user.click(await screen.findByRole('button', { name: 'Enrol a machine' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/machines'))
  })

  it('tells when the account does not load, and tries again', async () => {
    const { api, user } = renderApp({
      path: '/welcome',
      answers: { [details]: refuse('forbidden') },
    })
    await screen.findByText('Your account could not be loaded')
    api.answer(details, ok(someDetails()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Welcome, ada')).toBeTruthy()
  })

  it('is for whoever is signed in', async () => {
    const { router } = renderApp({ path: '/welcome', token: null })
    await screen.findByRole('heading', { level: 1 })
    expect(router.state.location.pathname).toBe('/onboarding')
  })
})

describe('/verify', () => {
  it('makes a session of what the provider left, once, and goes on', async () => {
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

  it('offers to begin again what has expired', async () => {
    renderApp({
      path: '/verify?provider=google',
      token: null,
      answers: { [redeem]: refuse('code_wrong') },
    })
    await screen.findByText('This sign-in could not be finished')
    const again = screen.getByRole('link', { name: 'Begin it again' })
    expect(again.getAttribute('href')).toBe('/api/google/login')
  })

  it.each([
    ['access_denied', 'You did not go through with it', 'again'],
    ['state_wrong', 'This sign-in has expired', 'again'],
    ['provider_down', 'The sign-in provider did not answer', 'again'],
    ['provider_refused', 'The sign-in provider refused', 'again'],
    ['address_unverified', 'The provider has not verified your address', 'another way'],
    ['account_exists', 'This address has an account already', 'another way'],
    ['login_taken', 'This login belongs to another account', 'another way'],
    ['other_login', 'That did not confirm you', 'again'],
    ['never_heard_of', 'This sign-in has expired', 'again'],
  ])('explains %s', async (problem, title, remedy) => {
    renderApp({ path: `/verify?problem=${problem}`, token: null, answers: google })
    await screen.findByRole('heading', { name: title })
    if (remedy === 'again') await screen.findByRole('link', { name: 'Try Google again' })
    else expect(screen.queryByRole('link', { name: 'Try Google again' })).toBeNull()
  })

  it('leads from a problem to signing in another way', async () => {
    installFakeTurnstile({})
    const { user } = renderApp({ path: '/verify?problem=account_exists', token: null })
    await user.click(await screen.findByRole('button', { name: 'Sign in another way' }))
    expect(await screen.findByRole('button', { name: 'ACCESS MY ACCOUNT' })).toBeTruthy()
  })

  it('opens the code of a letter for the address in its link', async () => {
    renderApp({ path: '/verify#email=grace%40example.com', token: null })
    expect(await screen.findByRole('dialog', { name: 'Enter the code' })).toBeTruthy()
    expect(screen.getAllByText(/grace@example\.com/).length).toBeGreaterThan(0)
  })

  it('opens the code for a new password where the letter was about one', async () => {
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

  it('asks for the address of the letter, whoever else is signed in and verified', async () => {
    renderApp({ path: '/verify#email=grace%40example.com' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter the code' }))
    expect(await dialog.findByText('grace@example.com')).toBeTruthy()
    expect(screen.queryByText('Your address is verified')).toBeNull()
  })

  it('tells the tab that asked that the provider has confirmed who sits here, and signs nobody in', async () => {
    const { api } = renderApp({ path: '/verify?confirmed=google', answers: google })
    await screen.findByRole('heading', { name: 'It is you' })
    await waitFor(() => expect(localStorage.getItem('confirmedAt')).toMatch(/^\d+$/))
    expect(api.callsTo(redeem)).toEqual([])
  })

  it('says why the provider did not confirm, and tells no other tab', async () => {
    renderApp({ path: '/verify?confirming=google&problem=other_login', answers: google })
    await screen.findByRole('heading', { name: 'That did not confirm you' })
    expect(screen.getByText(/try again in the one that you came from/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    expect(localStorage.getItem('confirmedAt')).toBeNull()
  })

  it('says when there is nothing to verify', async () => {
    renderApp({ path: '/verify', token: null })
    expect(await screen.findByText('There is nothing to verify here')).toBeTruthy()
  })
})

describe('/subreddit-error', () => {
  it.each([
    ['access_denied', 'Reddit was not given leave'],
    ['not_moderator', 'This subreddit is not yours to connect'],
    ['reddit_down', 'Reddit did not answer'],
    ['toString', 'The subreddit could not be connected'],
  ])('explains %s and how to try again', async (reason, title) => {
    renderApp({ path: `/subreddit-error?reason=${reason}`, token: null })
    await screen.findByRole('heading', { name: title })
    expect(screen.getByRole('heading', { name: 'How to try again' })).toBeTruthy()
  })
})

describe('/terms-and-conditions', () => {
  it('has an anchor for every section', async () => {
    renderApp({ path: '/terms-and-conditions', token: null })
    await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })
    const links = screen.getAllByRole('link').filter((link) => hrefOf(link).includes('#'))
    expect(links.length).toBeGreaterThan(8)
    for (const link of links) {
      expect(document.getElementById(hrefOf(link).split('#')[1] ?? '')).toBeTruthy()
    }
  })

  it('stands under the public links; those without a target are not there', async () => {
    renderApp({ path: '/terms-and-conditions', token: null })
    await screen.findByRole('link', { name: 'Open Dashboard' })
    expect(screen.getByRole('link', { name: 'Getting Started' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Blog' })).toBeNull()
  })

  it('leads to what is configured, in another tab', async () => {
    renderApp({
      path: '/terms-and-conditions',
      answers: {
        'GET /api/config': ok(
          someConfig({
            blog_url: 'https://blog.example/',
            extension_store_url: 'https://store.example/gridloom',
          }),
        ),
      },
    })
    const blog = await screen.findByRole('link', { name: 'Blog' })
    const store = screen.getByRole('link', { name: 'Browser extension' })
    expect([blog, store].map(hrefOf)).toEqual([
      'https://blog.example/',
      'https://store.example/gridloom',
    ])
    expect(blog.getAttribute('rel')).toContain('noopener')
  })
})

describe('addresses that lead elsewhere until their screens are there', () => {
  it('/dashboard leads to /machines', async () => {
    const { router } = renderApp({ path: '/dashboard' })
    await screen.findByRole('heading', { level: 1 })
    expect(router.state.location.pathname).toBe('/machines')
  })
})

describe('the dialog "Confirm that it is you"', () => {
  const change = 'PUT /api/user/update-profile'

  it('lets a refused call go through after the password', async () => {
    const { api, runtime, user } = await renderConfirming()
    const changed = runtime.client.accounts.updateProfile({ body: { name: 'Ada' } })
    await user.type(await screen.findByLabelText('Your password'), 'password1')
    api.answer(change, ok(someDetails({ name: 'Ada' })))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await expect(changed).resolves.toMatchObject({ name: 'Ada' })
    expect(api.callsTo('POST /api/user/confirm')[0]?.body).toEqual({ password: 'password1' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('needs the password, and says when it is wrong', async () => {
    const { api, runtime, user } = await renderConfirming()
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(screen.getByText('Password is required')).toBeTruthy()
    api.answer('POST /api/user/confirm', refuse('credentials_wrong'))
    await user.type(screen.getByLabelText('Your password'), 'password2')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('The e-mail or the password is wrong.')).toBeTruthy()
  })

  it('leaves the call refused when it is closed', async () => {
    const { api, runtime, user } = await renderConfirming()
    const changed = runtime.client.accounts.updateProfile({ body: {} }).catch((error) => error)
    await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    await user.keyboard('{Escape}')
    await expect(changed).resolves.toMatchObject({ code: 'confirmation_required' })
    expect(api.callsTo(change)).toHaveLength(1)
  })

  it('opens over a page that has not come yet', async () => {
    const { runtime } = renderApp({
      path: '/terms-and-conditions',
      answers: { [change]: refuse('confirmation_required') },
    })
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    expect(screen.queryByRole('heading')).toBeNull()
    expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeTruthy()
  })

  it('sends whoever has no password to the provider, and goes on once that tab says so', async () => {
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

  it('closes the tab again and says so when the provider does not answer', async () => {
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

  it('offers no passkey where the browser has none', async () => {
    const { runtime } = await renderConfirming()
    runtime.client.accounts.updateProfile({ body: {} }).catch(() => undefined)
    await screen.findByLabelText('Your password')
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })

  it('says nothing when the person closes the browser’s own dialog', async () => {
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

/** A browser whose new tabs only note where they are led, until the end of the scope. */
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

async function stateOf(step: string): Promise<string | undefined> {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${step}`) })
  return heading.querySelector('span')?.textContent ?? undefined
}

function hrefOf(link: HTMLElement): string {
  return link.getAttribute('href') ?? ''
}
