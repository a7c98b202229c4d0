import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, held, inTurn, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aMachine, sampleId, someDetails, someHardware } from '../../testing/samples.ts'

const tokens = 'POST /api/machines/enrolment-tokens'

describe('a guide', () => {
  it.each([
    [
      '/how-to-host',
      'Host on Ubuntu',
      /install\.sh \| sudo --preserve-env=GRIDLOOM_ENROLMENT_TOKEN sh -s --/,
    ],
    ['/how-to-host/windows', 'Host on Windows', /irm .*install\.ps1.* -Token/],
    ['/how-to-host/mac', 'Host on macOS', /install\.sh \| sh -s --/],
  ])('at %s shows its system and its command', async (path, title, command) => {
    renderApp({ path })
    await screen.findByRole('heading', { level: 1, name: title })
    expect((await screen.findAllByText(command)).length).toBeGreaterThan(0)
  })

  it('links the other guides by tabs and marks its own', async () => {
    const { router, user } = renderApp({ path: '/how-to-host' })
    const tabs = within(await screen.findByRole('navigation', { name: 'Systems' }))
    expect(tabs.getByRole('link', { name: 'Ubuntu' }).getAttribute('aria-current')).toBe('page')
    await user.click(tabs.getByRole('link', { name: 'macOS' }))
    await screen.findByRole('heading', { level: 1, name: 'Host on macOS' })
    expect(router.state.location.pathname).toBe('/how-to-host/mac')
  })

  it('is in the main navigation', async () => {
    renderApp({ path: '/how-to-host' })
    const navigation = within(await screen.findByRole('navigation', { name: 'Main' }))
    expect(navigation.getByRole('link', { name: 'Guides' })).toBeTruthy()
  })

  it('for Windows shows its limitations', async () => {
    renderApp({ path: '/how-to-host/windows' })
    expect(await screen.findByText(/can’t connect to/)).toBeTruthy()
  })
})

describe('the command in a guide', () => {
  it('is readable when signed out and leads to signing in and back', async () => {
    const { api, runtime, user } = renderApp({ path: '/how-to-host/mac', token: null })
    await screen.findByText(/YOUR-ONE-TIME-TOKEN/)
    await user.click(screen.getByRole('button', { name: 'Sign in to get your command' }))
    const { showLogin, loginFlow, accessFlow } = runtime.auth.store.getState()
    expect({ showLogin, loginFlow, accessFlow }).toEqual({
      showLogin: true,
      loginFlow: 'login',
      accessFlow: '/how-to-host/mac',
    })
    expect(api.callsTo('GET /api/user/details')).toEqual([])
    expect(api.callsTo(tokens)).toEqual([])
  })

  it('is shown again after signing in by the header’s link', async () => {
    const { runtime, user } = renderApp({ path: '/how-to-host/windows', token: null })
    await user.click(await screen.findByRole('link', { name: 'Getting Started' }))
    await screen.findByRole('button', { name: 'Register' })
    expect(runtime.auth.store.getState().accessFlow).toBe('/how-to-host/windows')
  })

  it('needs an access code and asks for it', async () => {
    const { runtime, user } = renderApp({
      path: '/how-to-host',
      answers: { 'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })) },
    })
    const note = await screen.findByText(/Hosting needs an access code/)
    const near = within(note.parentElement ?? document.body)
    await user.click(near.getByRole('button', { name: 'Enter access code' }))
    expect(runtime.auth.store.getState()).toMatchObject({ showLogin: true, loginFlow: 'access' })
  })

  it('shows a placeholder while the account is loading again', async () => {
    renderApp({
      path: '/how-to-host',
      answers: {
        'GET /api/user/details': inTurn(refuse('forbidden'), held(ok(someDetails())).answer),
      },
    })
    expect(await screen.findByRole('status', { name: 'Loading your account' })).toBeTruthy()
  })

  it('is created on request only, with a token for the right system', async () => {
    const { api, user } = renderGuide({ path: '/how-to-host/windows' })
    const make = await screen.findByRole('button', { name: 'Create command' })
    expect(api.callsTo(tokens)).toEqual([])
    await user.click(make)
    expect(await screen.findByText('for windows with token abc')).toBeTruthy()
    expect(screen.getByText(/One-time token, expires in (10 min|9 min 5\d s)/)).toBeTruthy()
    expect(api.callsTo(tokens)).toHaveLength(1)
  })

  it('can be created again once it has expired', async () => {
    const { api, user } = renderGuide({ lifeMs: -1_000 })
    await user.click(await screen.findByRole('button', { name: 'Create command' }))
    await screen.findByText(/The token has expired/)
    await user.click(screen.getByRole('button', { name: 'Create a new command' }))
    await waitFor(() => expect(api.callsTo(tokens)).toHaveLength(2))
  })

  it('shows why it could not be created and offers a retry', async () => {
    const { api, user } = renderGuide({ answers: { [tokens]: refuse('too_many_requests') } })
    await user.click(await screen.findByRole('button', { name: 'Create command' }))
    await screen.findByText('The command could not be created')
    api.answer(tokens, tokenAnswer(600_000))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('for linux with token abc')).toBeTruthy()
  })
})

describe('waiting for the machine', () => {
  it('shows its name, then its hardware, and links to its price', async () => {
    const { api, router, user } = renderGuide({
      answers: { 'GET /api/machines': ok([aMachine()]) },
    })
    await screen.findByText(/Waiting for the machine to connect/)
    const id = sampleId('mch', 9)
    await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
    act(() => api.publish('machine', aMachine({ id, name: 'the tower', hardware: null })))
    await screen.findByText('the tower')
    expect(screen.getByText(/detecting hardware/)).toBeTruthy()
    act(() => api.publish('machine', aMachine({ id, name: 'the tower', hardware: someHardware() })))
    expect(await screen.findByText(/32 threads · 64 GiB/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Set its price' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/machines/${id}`))
  })

  it('reports a lost live connection', async () => {
    const { api } = renderGuide({})
    await screen.findByText(/Waiting for the machine to connect/)
    await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
    act(() => api.breakStreams())
    expect(await screen.findByText(/The live connection dropped/)).toBeTruthy()
  })

  it('shows troubleshooting steps when no machine has connected after 3 minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { user } = renderGuide({})
    await user.click(await screen.findByRole('button', { name: 'Create command' }))
    await screen.findByText('for linux with token abc')
    expect(screen.queryByText('Not connected yet?')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3 * 60_000 + 1_000))
    expect(await screen.findByText('Not connected yet?')).toBeTruthy()
  })

  it('reports that the machines could not be loaded and offers a retry', async () => {
    const { api, user } = renderGuide({ answers: { 'GET /api/machines': refuse('forbidden') } })
    await screen.findByText('Your machines could not be loaded')
    api.answer('GET /api/machines', ok([]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Waiting for the machine to connect/)).toBeTruthy()
  })
})

interface GuideSetup {
  path?: string
  /** The token's lifetime in ms. */
  lifeMs?: number
  answers?: Answers
}

function renderGuide({ path = '/how-to-host', lifeMs = 600_000, answers = {} }: GuideSetup) {
  return renderApp({ path, answers: { [tokens]: tokenAnswer(lifeMs), ...answers } })
}

function tokenAnswer(lifeMs: number) {
  return () =>
    ok({
      token: 'abc',
      command: 'for linux with token abc',
      commands: {
        linux: 'for linux with token abc',
        macos: 'for macos with token abc',
        windows: 'for windows with token abc',
      },
      expires_at: new Date(Date.now() + lifeMs).toISOString(),
    })({ to: '', query: {}, body: undefined, token: undefined, key: undefined, signal: undefined })
}
