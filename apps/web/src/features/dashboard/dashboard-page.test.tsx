import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../testing/fake-api.ts'
import {
  aDashboard,
  aGpuAlert,
  someHosting,
  someRenting,
} from '../../testing/monitoring-samples.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aReservation } from '../../testing/reservation-samples.ts'
import { aBalance, aMachine, anInstance, sampleId, someDetails } from '../../testing/samples.ts'

describe('the dashboard', () => {
  it('shows skeletons while it loads, and an error with a retry when it fails', async () => {
    const answer = held(ok(aDashboard()))
    const { api, user } = show(aDashboard(), { 'GET /api/dashboard': answer.answer })
    expect(await screen.findByRole('status', { name: 'Loading your dashboard' })).toBeTruthy()
    api.answer('GET /api/dashboard', refuse('forbidden'))
    answer.letGo()
    await screen.findByText('Next steps')
    const failing = show(aDashboard(), { 'GET /api/dashboard': refuse('forbidden') })
    await screen.findByText('Your dashboard could not be loaded')
    failing.api.answer('GET /api/dashboard', ok(aDashboard({ renting: someRenting() })))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Running now')).toBeTruthy()
  })
})

describe('a newcomer', () => {
  it('sees the next steps with their buttons, and no figures', async () => {
    const { router, user } = show(aDashboard())
    const steps = within(await screen.findByRole('list', { name: 'Next steps' }))
    expect(steps.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.queryByText('Connected time')).toBeNull()
    await user.click(steps.getByRole('link', { name: 'Add machine' }))
    await waitFor(() => expect(router.state.location.href).toBe('/machines?enrol=true'))
  })

  it('completes the account first, and no call asks for an access code', async () => {
    const { api } = show(aDashboard(), {
      'GET /api/user/details': ok(someDetails({ has_entered_referral_code: false })),
    })
    expect(await screen.findByRole('link', { name: 'Continue setup' })).toBeTruthy()
    expect(api.callsTo('GET /api/machines')).toEqual([])
    expect(api.callsTo('GET /api/gpu-alerts')).toEqual([])
  })
})

describe('a provider', () => {
  it('sees connected time, earnings, forecast and utilization', async () => {
    show(aDashboard({ hosting: someHosting() }), { 'GET /api/machines': ok([aMachine()]) })
    expect((await screen.findAllByText('12 d 4 h 31 min')).length).toBeGreaterThan(0)
    expect(screen.getByText('$1.24')).toBeTruthy()
    expect(screen.getByText('$9.12 this week')).toBeTruthy()
    expect(screen.getByText('Forecast $44.10')).toBeTruthy()
    expect(screen.getAllByText('64 %').length).toBeGreaterThan(0)
    expect(await screen.findByText('0 of 4 slots rented now')).toBeTruthy()
    expect(screen.queryByText('Running now')).toBeNull()
  })

  it('sees problems first: those of machines and of GPUs, with where they are solved', async () => {
    const problems = [{ code: 'disk_low', text: 'Only 9 GB are free.', remedy: 'Remove images.' }]
    show(aDashboard({ hosting: someHosting() }), {
      'GET /api/machines': ok([aMachine({ problems })]),
      'GET /api/gpu-alerts': ok([aGpuAlert()]),
    })
    const list = within(await screen.findByRole('list', { name: 'Problems' }))
    expect(await list.findByText('RTX 4090 is at 91 °C.', { exact: false })).toBeTruthy()
    expect(list.getByText('Only 9 GB are free.', { exact: false })).toBeTruthy()
    const [first] = screen.getAllByRole('heading', { level: 2 }).filter(isOnPage)
    expect(first?.textContent).toBe('Needs attention')
    expect(list.getByRole('link', { name: 'View GPUs' }).getAttribute('href')).toBe(
      '/dashboard/gpu-info',
    )
  })

  it('sees an alert when it begins, without reloading', async () => {
    const { api } = show(aDashboard({ hosting: someHosting() }), {
      'GET /api/machines': ok([aMachine()]),
    })
    await screen.findByRole('link', { name: 'loom-01' })
    api.answer('GET /api/gpu-alerts', ok([aGpuAlert({ kind: 'throttling', value: null })]))
    act(() => api.publish('gpu_alerts', {}))
    expect(await screen.findByText(/is slowed down by heat/)).toBeTruthy()
  })

  it('sees each machine with its connected time, and what to do without any', async () => {
    const { api } = show(aDashboard({ hosting: someHosting() }), {
      'GET /api/machines': ok([aMachine()]),
    })
    const row = within(await screen.findByRole('row', { name: /loom-01/ }))
    expect(row.getByText('12 d 4 h 31 min')).toBeTruthy()
    expect(row.getByText('0 of 4')).toBeTruthy()
    api.answer('GET /api/machines', ok([]))
    show(aDashboard({ hosting: someHosting({ machines: [] }) }))
    expect(await screen.findByText('No machine now')).toBeTruthy()
  })

  it('sees new sums when a machine is rented', async () => {
    const { api } = show(aDashboard({ hosting: someHosting() }), {
      'GET /api/machines': ok([aMachine()]),
    })
    await screen.findByRole('link', { name: 'loom-01' })
    const before = api.callsTo('GET /api/dashboard').length
    act(() => api.publish('machine', aMachine({ load: aMachine().load })))
    act(() => api.publish('machine', aMachine({ slots_rented: 1 })))
    await waitFor(() => expect(api.callsTo('GET /api/dashboard')).toHaveLength(before + 1))
  })
})

describe('a renter', () => {
  it('sees what runs, how long the balance lasts, and spend by label', async () => {
    const balance = aBalance({
      spend_rate_micro_usd_per_hour: 520_000,
      lasts_s: 34_615,
      available_micro_usd: 5_000_000,
    })
    show(aDashboard({ renting: someRenting() }), { 'GET /api/balance': ok(balance) })
    expect(await screen.findByRole('link', { name: '2 instances' })).toBeTruthy()
    expect(await screen.findByText(/Lasts until/)).toBeTruthy()
    const labels = within(screen.getByRole('list', { name: 'Spend by label' }))
    expect(labels.getByText('train')).toBeTruthy()
    expect(labels.getByText('93 %')).toBeTruthy()
    expect(screen.getByRole('img', { name: /Spend by day over 30 days: \$44.00/ })).toBeTruthy()
    expect(screen.queryByText('Connected time')).toBeNull()
  })

  it('is led to where a hint is followed', async () => {
    const id = sampleId('ins', 1)
    const hints = [
      { kind: 'stop_idle', instance_id: id, label: 'train', micro_usd: 12_000_000 },
      { kind: 'stopped_disk', instance_id: sampleId('ins', 2), label: 'old', micro_usd: 720_000 },
    ]
    show(aDashboard({ renting: someRenting({ hints }) }))
    const list = within(await screen.findByRole('list', { name: 'Ways to save' }))
    expect(list.getByText('$12.00')).toBeTruthy()
    expect(list.getByRole('link', { name: 'Set rule: train' }).getAttribute('href')).toBe(
      `/instance/myinstance/${id}?tab=automation`,
    )
    expect(list.getByRole('link', { name: 'Open: old' })).toBeTruthy()
  })

  it('sees the reservations that run: use, end, hold and what they save', async () => {
    const ended = { id: sampleId('rsv', 2), state: 'ended', end_cause: 'expired', slots: 3 }
    const { api } = show(aDashboard({ renting: someRenting() }), {
      'GET /api/reservations': ok([aReservation(), aReservation(ended)]),
    })
    const table = within(await screen.findByRole('table', { name: 'Reserved slots' }))
    const row = within(table.getByRole('row', { name: /2 slots on/ }))
    expect(row.getByText('1 of 2 in use')).toBeTruthy()
    expect(row.getByText('5 days left')).toBeTruthy()
    expect(row.getByText('$86.40')).toBeTruthy()
    expect(row.getByText('$13.44')).toBeTruthy()
    expect(table.queryByRole('row', { name: /3 slots on/ })).toBeNull()
    api.answer('GET /api/reservations', ok([aReservation({ slots_used: 0 })]))
    const { id: reservation_id } = aReservation()
    act(() => api.publish('instance', anInstance({ reservation_id })))
    expect(await screen.findByText('Unused')).toBeTruthy()
  })

  it('without a reservation sees nothing of reservations', async () => {
    const ended = aReservation({ state: 'ended', end_cause: 'expired' })
    const { api } = show(aDashboard({ renting: someRenting() }), {
      'GET /api/reservations': ok([ended]),
    })
    expect(await screen.findByText('Running now')).toBeTruthy()
    await waitFor(() => expect(api.callsTo('GET /api/reservations')).toHaveLength(1))
    await screen.findByText('Spend by day')
    expect(screen.queryByText('Reserved slots')).toBeNull()
  })

  it('without spending in 30 days is told so', async () => {
    const days = { groups: [], days: [], running: 0 }
    show(aDashboard({ renting: someRenting(days) }))
    expect(await screen.findByText(/Nothing was charged in the last 30 days/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '0 instances' })).toBeTruthy()
  })
})

it('a provider who rents too sees both parts', async () => {
  show(aDashboard({ hosting: someHosting(), renting: someRenting() }), {
    'GET /api/machines': ok([aMachine()]),
  })
  expect(await screen.findByText('Hosting')).toBeTruthy()
  expect(screen.getByText('Renting')).toBeTruthy()
  expect(screen.getByText('Connected time')).toBeTruthy()
  expect(screen.getByText('Running now')).toBeTruthy()
})

function show(dashboard: object, answers: Answers = {}) {
  return renderApp({
    path: '/dashboard',
    answers: { 'GET /api/dashboard': ok(dashboard), ...answers },
  })
}

/** Leaves out the headings of the navigation. */
function isOnPage(heading: HTMLElement): boolean {
  return heading.closest('nav') === null
}
