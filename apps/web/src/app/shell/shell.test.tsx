import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keys } from '../../api/query-keys.ts'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aBalance, aMachine, anInstance, sampleId, someDetails } from '../../testing/samples.ts'
import { anOwnTemplate } from '../../testing/template-samples.ts'

describe('routing and sign-out', () => {
  it('redirects a visitor from a guarded screen to the start page and remembers the path', async () => {
    const { router, runtime } = renderApp({ path: '/machines', token: null })
    await screen.findByRole('heading', { level: 1, name: 'Per-second GPU and CPU rental' })
    expect(router.state.location.pathname).toBe('/onboarding')
    expect(runtime.auth.store.getState().accessFlow).toBe('/machines')
  })

  it('redirects any unknown path to the start page', async () => {
    const { router } = renderApp({ path: '/no/such/page' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
  })

  it('redirects the root to the market when signed in, else to the start page', async () => {
    const inside = renderApp({ path: '/' })
    await waitFor(() => expect(inside.router.state.location.pathname).toBe('/instance'))
    inside.unmount()
    const outside = renderApp({ path: '/', token: null })
    await waitFor(() => expect(outside.router.state.location.pathname).toBe('/onboarding'))
  })

  it('drops a rejected token and leaves the shell', async () => {
    const { router, page } = await renderMachines({
      answers: { 'GET /api/user/details': refuse('unauthorized') },
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
    expect(page.cookie).toBe('')
    expect(await screen.findByText('Unauthorized: Please log in again.')).toBeTruthy()
  })

  it('refreshes an expired token once for all calls and retries them', async () => {
    const { api, page } = renderApp({
      path: '/machines',
      answers: {
        'GET /api/machines': (call) =>
          call.token === 'token-2' ? ok([aMachine()])(call) : refuse('token_expired')(call),
        'GET /api/balance': (call) =>
          call.token === 'token-2' ? ok(aBalance())(call) : refuse('token_expired')(call),
        'GET /api/refresh': () => Response.json({ status: 'success', token: 'token-2' }),
      },
    })
    await screen.findByRole('link', { name: 'loom-01' })
    await screen.findByText('$5.00')
    expect(api.callsTo('GET /api/refresh')).toHaveLength(1)
    expect(page.cookie).toBe('token=token-2')
  })

  it('signs out in the browser and on the server, and shows the login modal', async () => {
    const { api, page, router, user } = await renderMachines({})
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await screen.findByRole('dialog')
    expect(page.cookie).toBe('')
    expect(api.callsTo('POST /api/user/logout')[0]?.token).toBe('token-1')
    expect(router.state.location.pathname).toBe('/onboarding')
  })
})

describe('the shell', () => {
  it('shows its navigation in order and marks the current page', async () => {
    await renderMachines({})
    const navigation = screen.getByRole('navigation', { name: 'Main' })
    const links = within(navigation).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Rent',
      'Prices',
      'My instances',
      'Reservations',
      'Automatic orders',
      'Templates',
      'Apps',
      'Snapshots',
      'Volumes',
      'Backups',
      'Clusters',
      'Render',
      'Render jobs',
      'Model hub',
      'Dashboard',
      'Machines',
      'GPUs',
      'Guides',
      'Company',
      'Billing',
      'Rewards',
      'Affiliate',
      'Missions',
      'Calendar',
      'Channels',
      'Library',
    ])
    expect(within(navigation).getByText('Machines').getAttribute('aria-current')).toBe('page')
  })

  it('has a skip link to the content for the keyboard', async () => {
    const { user } = await renderMachines({})
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
  })

  it('shows the spend rate and how long the balance lasts', async () => {
    await renderMachines({
      answers: {
        'GET /api/balance': ok(
          aBalance({
            spend_rate_micro_usd_per_hour: 748_000,
            lasts_s: 7_300,
            as_of: new Date().toISOString(),
          }),
        ),
      },
    })
    expect(await screen.findByText(/−\$0\.75\/h/)).toBeTruthy()
    expect(screen.getByText(/2 h left/)).toBeTruthy()
  })

  it('asks for the access code until it is entered', async () => {
    const { user } = await renderMachines({
      answers: {
        'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Enter access code' }))
    expect(await screen.findByRole('dialog', { name: 'Enter your access code' })).toBeTruthy()
  })

  it('switches between dark and light and stores the choice as "theme"', async () => {
    const { user } = await renderMachines({})
    await user.click(screen.getByRole('button', { name: 'Switch to the dark theme' }))
    expect(localStorage.getItem('theme')).toBe('dark')
    await user.click(screen.getByRole('button', { name: 'Switch to the light theme' }))
    expect(localStorage.getItem('theme')).toBe('light')
  })
})

describe('the event stream', () => {
  it('is shown as live, then as reconnecting, then as live again', async () => {
    const { api } = await renderMachines({})
    expect(await screen.findByText('Live')).toBeTruthy()
    act(() => api.breakStreams())
    expect(await screen.findByText('Reconnecting')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('Live')).toBeTruthy(), { timeout: 5_000 })
  })

  it('triggers a refetch of everything after a break, as events in between are lost', async () => {
    const { api } = await renderMachines({ answers: { 'GET /api/machines': ok([]) } })
    await screen.findByText('Live')
    api.answer('GET /api/machines', ok([aMachine({ name: 'came-meanwhile' })]))
    act(() => api.breakStreams())
    await screen.findByRole('link', { name: 'came-meanwhile' }, { timeout: 5_000 })
  })

  it('updates balance, machines and instances without a reload', async () => {
    const { api, runtime } = await renderMachines({
      answers: { 'GET /api/machines': ok([aMachine()]) },
    })
    await screen.findByText('Live')
    await screen.findByText('$5.00')
    await screen.findByRole('link', { name: 'loom-01' })
    const balance = aBalance({ available_micro_usd: 7_000_000 })
    api.answer('GET /api/balance', ok(balance))
    act(() => {
      api.publish('balance', balance)
      api.publish('machine', aMachine({ name: 'renamed' }))
      api.publish('instance', anInstance())
    })
    expect(await screen.findByText('$7.00')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'renamed' })).toBeTruthy()
    const kept = runtime.queryClient.getQueryData(keys.instance(sampleId('ins', 1)))
    expect(kept).toMatchObject({ label: 'train' })
  })

  it('shows a notice once, however often it is published', async () => {
    const { api } = await renderMachines({})
    await screen.findByText('Live')
    const notice = {
      key: 'exhaustion-3600',
      level: 'warning',
      text: 'The balance lasts one hour more.',
      instance_id: null,
      at: new Date().toISOString(),
    }
    act(() => {
      api.publish('notice', notice)
      api.publish('notice', notice)
    })
    expect(await screen.findAllByText('The balance lasts one hour more.')).toHaveLength(1)
  })
})

describe('the palette', () => {
  it('lists pages, instances, machines and actions, and opens the chosen one', async () => {
    const { user, router } = await renderMachines({
      answers: {
        'GET /api/machines': ok([aMachine()]),
        'GET /api/instances': ok([anInstance()]),
      },
    })
    await user.keyboard('{Control>}k{/Control}')
    const search = await screen.findByRole('textbox', { name: 'Search' })
    await screen.findByText('Running on loom-01')
    expect(screen.getByText('Connect a computer with one command')).toBeTruthy()
    await user.type(search, 'train')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/instance/myinstance/${sampleId('ins', 1)}`),
    )
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull())
  })

  it('opens own templates in the editor, and begins a new one', async () => {
    const template = anOwnTemplate()
    const { user, router } = await renderMachines({
      answers: {
        'GET /api/templates': ok([template]),
        [`GET /api/templates/${template.id}`]: ok(template),
        [`GET /api/templates/${template.id}/versions`]: ok([]),
      },
    })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'pytorch')
    await screen.findByText('JupyterLab with PyTorch.')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/template/${template.id}`))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'new template')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/template/new'))
  })

  it('opens again after it was closed', async () => {
    const { user } = await renderMachines({})
    for (let round = 0; round < 2; round += 1) {
      await user.click(screen.getByRole('button', { name: 'Search or jump to…' }))
      await screen.findByRole('textbox', { name: 'Search' })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull())
    }
  })
})

async function renderMachines({ answers = {} }: { answers?: Answers }) {
  const app = renderApp({ path: '/machines', answers })
  await screen.findByRole('heading', { level: 1 })
  return app
}
