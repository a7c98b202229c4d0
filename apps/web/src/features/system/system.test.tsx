import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bare, inTurn, ok, refuse, unreachable } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId, secondsBefore, someDetails } from '../../testing/samples.ts'

const maintenance = 'The platform is under maintenance. Some features may not work.'
const health = 'GET /api/health'

describe('the maintenance banner', () => {
  it('is shown while the health check fails and disappears once it passes', async () => {
    const { api, runtime } = renderApp({
      path: '/machines',
      answers: { [health]: refuse('under_maintenance') },
    })
    await screen.findByText(maintenance)
    expect(runtime.auth.store.getState().underMaintance).toBe(true)
    await screen.findByText('Live')
    api.answer(health, bare({ status: 'ok' }))
    act(() => api.publish('announcements', {}))
    await waitFor(() => expect(screen.queryByText(maintenance)).toBeNull())
    expect(runtime.auth.store.getState().underMaintance).toBe(false)
  })

  it('appears after the network fails, because the health check runs again at once', async () => {
    const { api } = renderApp({
      path: '/machines',
      answers: { [health]: inTurn(bare({ status: 'ok' }), refuse('under_maintenance')) },
    })
    await screen.findByText('$5.00')
    api.answer('POST /api/user/logout', unreachable())
    api.answer('GET /api/balance', unreachable())
    act(() => api.breakStreams())
    await screen.findByText(maintenance, {}, { timeout: 8_000 })
    expect(api.callsTo(health).length).toBeGreaterThan(1)
  })

  it('is shown on screens outside the shell too', async () => {
    renderApp({ path: '/onboarding', token: null, answers: { [health]: refuse('not_ready') } })
    expect(await screen.findByText(maintenance)).toBeTruthy()
  })
})

describe('announcements', () => {
  it('are shown until dismissed, and stay dismissed after a reload', async () => {
    const first = renderWith([
      anAnnouncement(1, 'Sunday 3:00, ten minutes of quiet'),
      anAnnouncement(2, 'New: guides'),
    ])
    const place = await screen.findByRole('region', { name: 'Announcements' })
    const [dismiss] = within(place).getAllByRole('button', { name: 'Dismiss announcement' })
    await first.user.click(dismiss ?? document.body)
    expect(screen.queryByText('Sunday 3:00, ten minutes of quiet')).toBeNull()
    first.unmount()
    renderWith([
      anAnnouncement(1, 'Sunday 3:00, ten minutes of quiet'),
      anAnnouncement(2, 'New: guides'),
    ])
    await screen.findByText('New: guides')
    expect(screen.queryByText('Sunday 3:00, ten minutes of quiet')).toBeNull()
  })

  it('appear without a reload', async () => {
    const { api } = renderApp({ path: '/machines' })
    await screen.findByText('Live')
    api.answer('GET /api/announcements', ok([anAnnouncement(3, 'Just now')]))
    act(() => api.publish('announcements', {}))
    expect(await screen.findByText('Just now')).toBeTruthy()
  })
})

describe('the banner of a missing step', () => {
  it('asks for the verification code first, then for the access code', async () => {
    const { api, user } = renderApp({
      path: '/machines',
      answers: {
        'GET /api/user/details': ok(
          someDetails({ email_verified: false, has_entered_referral_code: false }),
        ),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Enter the code' }))
    expect(await screen.findByRole('dialog', { name: 'Enter the code' })).toBeTruthy()
    await user.keyboard('{Escape}')
    api.answer('GET /api/user/details', ok(someDetails({ has_entered_referral_code: false })))
    await screen.findByText('Live')
    act(() => api.publish('account', {}))
    expect(await screen.findByRole('button', { name: 'Enter access code' })).toBeTruthy()
  })
})

describe('metadata', () => {
  it('changes with the page', async () => {
    const { router } = renderApp({ path: '/terms-and-conditions', token: null })
    await screen.findByRole('heading', { level: 1 })
    expect(document.title).toBe('Terms and conditions · Gridloom')
    await act(() => router.navigate({ to: '/onboarding' }))
    await waitFor(() => expect(document.title).toBe('Welcome · Gridloom'))
    const canonical = document.head.querySelector('link[rel="canonical"]')
    expect(canonical?.getAttribute('href')).toBe('http://localhost/onboarding')
  })
})

function anAnnouncement(n: number, text: string) {
  return {
    id: sampleId('ann', n),
    level: n % 2 ? 'warning' : 'info',
    text,
    starts_at: secondsBefore(60),
    ends_at: null,
  }
}

function renderWith(announcements: object[]) {
  return renderApp({
    path: '/machines',
    answers: { 'GET /api/announcements': ok(announcements) },
  })
}
