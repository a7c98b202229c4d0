import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aBalance, aMachine, anInstance, sampleId, someDetails } from '../../testing/samples.ts'

describe('the balance in the top bar', () => {
  it('shows that it is unavailable and is fetched again on request', async () => {
    const { api, user } = await setup({ 'GET /api/balance': refuse('forbidden') })
    const retry = await screen.findByRole('button', { name: 'Balance unavailable · Retry' })
    api.answer('GET /api/balance', ok(aBalance()))
    await user.click(retry)
    expect(await screen.findByRole('link', { name: '$5.00' })).toBeTruthy()
  })

  it('links to the ledger', async () => {
    const { router, user } = await setup()
    await user.click(await screen.findByTitle('Balance and ledger'))
    await waitFor(() => expect(router.state.location.search).toEqual({ section: 'billing' }))
    expect(router.state.location.pathname).toBe('/account')
  })

  it('shows no spend rate while nothing is charged', async () => {
    await setup()
    expect((await screen.findByTitle('Balance and ledger')).textContent).toBe('$5.00')
  })
})

describe('the navigation on a narrow screen', () => {
  it('opens as a drawer and closes after a navigation', async () => {
    const { drawer, router, user } = await setup()
    await user.click(screen.getByRole('button', { name: 'Open navigation' }))
    await user.click((await drawer()).getByRole('link', { name: 'My instances' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/instance/myinstance'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes with Escape and returns the focus', async () => {
    const { drawer, user } = await setup()
    const open = screen.getByRole('button', { name: 'Open navigation' })
    await user.click(open)
    await drawer()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(open)
  })
})

describe('the account menu', () => {
  it('shows the signed-in user', async () => {
    const { menu } = await setup()
    const items = await menu()
    expect(await items.findByText('ada')).toBeTruthy()
    expect(items.getByText('ada@example.com')).toBeTruthy()
    expect(items.queryByText('Operator')).toBeNull()
  })

  it('marks the operator', async () => {
    const { menu } = await setup(operator)
    expect(await (await menu()).findByText('Operator')).toBeTruthy()
  })

  it('can be opened and used with the keyboard', async () => {
    const { menu, router, user } = await setup()
    await menu()
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'))
  })
})

describe('operator-only entries', () => {
  it('are in the navigation and the palette for the operator', async () => {
    const { palette, user } = await setup(operator)
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(await navigation.findByRole('link', { name: 'Access codes' })).toBeTruthy()
    await user.type(await palette(), 'audit')
    expect(await screen.findByText('Changes by all users')).toBeTruthy()
  })

  it('are hidden from every other user', async () => {
    const { palette, user } = await setup()
    await user.type(await palette(), 'audit')
    expect(await screen.findByText('No results')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull()
  })
})

describe('the palette', () => {
  it('finds a machine by its hardware', async () => {
    const { palette, router, user } = await setup({ 'GET /api/machines': ok([aMachine()]) })
    await screen.findByRole('link', { name: 'loom-01' })
    await user.type(await palette(), 'Ryzen')
    await screen.findByText('Online · 0 of 4 slots rented')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/machines/${sampleId('mch', 1)}`),
    )
  })

  it('lists an instance without a label by its template', async () => {
    const { palette, user } = await setup({ 'GET /api/instances': ok([anInstance({ label: '' })]) })
    await user.type(await palette(), 'Debian')
    expect(await screen.findByText('Running on loom-01')).toBeTruthy()
  })

  it('still lists pages and actions when the instances fail to load', async () => {
    const { palette, user } = await setup({ 'GET /api/instances': refuse('forbidden') })
    await user.type(await palette(), 'guides')
    expect(await screen.findByText('How to host on Ubuntu, Windows and macOS')).toBeTruthy()
  })

  it('switches the theme', async () => {
    const { palette, user } = await setup()
    await user.type(await palette(), 'dark theme')
    await screen.findByText('dark theme', { selector: 'mark' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'))
  })

  it('opens the command that adds a machine', async () => {
    const { palette, router, user } = await setup()
    await user.type(await palette(), 'add machine')
    await screen.findByText('Connect a computer with one command')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ enrol: true }))
  })

  it('signs out', async () => {
    const { page, palette, user } = await setup()
    await user.type(await palette(), 'log out')
    await screen.findByText('Sign out')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(page.cookie).toBe(''))
  })
})

describe('the live indicator', () => {
  it('keeps showing that it reconnects while the stream is unavailable', async () => {
    const { api } = await setup()
    await screen.findByText('Live')
    api.answer('GET /api/events', refuse('internal'))
    act(() => api.breakStreams())
    const state = (await screen.findByText('Reconnecting')).closest('[role="status"]')
    await waitFor(() => expect(api.callsTo('GET /api/events').length).toBeGreaterThan(1))
    expect(state?.textContent).toContain('Reconnecting')
    expect(screen.queryByText('Live')).toBeNull()
  })
})

const operator: Answers = { 'GET /api/user/details': ok(someDetails({ role: 'operator' })) }

async function setup(answers: Answers = {}) {
  const app = renderApp({ path: '/machines', answers })
  await screen.findByRole('heading', { level: 1, name: 'Machines' })
  const { user } = app
  return {
    ...app,
    drawer: async () => within(await screen.findByRole('dialog')),
    async menu() {
      await user.click(screen.getByRole('button', { name: 'Account' }))
      return within(await screen.findByRole('menu'))
    },
    async palette() {
      await user.click(screen.getByRole('button', { name: 'Search or jump to…' }))
      return screen.findByRole('textbox', { name: 'Search' })
    },
  }
}
