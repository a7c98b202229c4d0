import type { ClassPrices, PriceDay } from '@gridloom/contract/prices/prices'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const hardware = 'gpu:NVIDIA GeForce RTX 4090'
const asked = {
  p10_micro_usd_per_hour: 200_000,
  median_micro_usd_per_hour: 300_000,
  p90_micro_usd_per_hour: 450_000,
}

describe('the prices', () => {
  it('are shown to visitors: what is asked, paid and rented of all hardware', async () => {
    const { router, runtime } = await show({}, null)
    const row = within(await screen.findByRole('row', { name: /RTX 4090/ }))
    expect(row.getByText('$0.30/h')).toBeTruthy()
    expect(row.getByText(/\$0\.20\/h to \$0\.45\/h/)).toBeTruthy()
    expect(row.getByText('75 %')).toBeTruthy()
    const cpu = within(screen.getByRole('row', { name: /CPU thread/ }))
    expect(cpu.getAllByText('—')).toHaveLength(3)
    expect(router.state.location.pathname).toBe('/prices')
    expect(runtime.auth.store.getState().showLogin).toBe(false)
  })

  it('show the days of the hardware that is chosen, which the URL keeps', async () => {
    const { api, router, user } = await show()
    expect(await screen.findByRole('img', { name: /RTX 4090 over 1 day, last/ })).toBeTruthy()
    expect(screen.getByText(/^25 % of the listed time was rented/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'CPU thread' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ hardware: 'cpu' }))
    await user.click(screen.getByRole('radio', { name: '365 days' }))
    await expect
      .poll(() => api.callsTo('GET /api/prices/history').at(-1)?.query)
      .toMatchObject({ hardware_class: 'cpu', days: '365' })
  })

  it('link the open data of each month, once there is a full day', async () => {
    await show()
    const link = await screen.findByRole('link', { name: 'Parquet of 2026-11' })
    expect(link.getAttribute('href')).toBe('/api/prices/files/2026-11.parquet')
  })

  it('say that there are none yet, and what failed', async () => {
    await show({ 'GET /api/prices': ok([]), 'GET /api/prices/files': ok([]) })
    expect(await screen.findByText('No prices yet')).toBeTruthy()
    expect(screen.getByText(/first day is published when it is over/)).toBeTruthy()
  })

  it('can be fetched again after an error', async () => {
    await show({ 'GET /api/prices': refuse('internal') })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

function show(answers: Answers = {}, token?: null) {
  return renderApp({
    path: '/prices',
    ...(token === null ? { token } : {}),
    answers: {
      'GET /api/prices': ok([aClass(), aClass({ hardware_class: 'cpu', ...nothingRented })]),
      'GET /api/prices/history': ok([aDay()]),
      'GET /api/prices/files': ok(['2026-11']),
      ...answers,
    },
  })
}

const nothingRented = {
  paid_median_micro_usd_per_hour: null,
  units_listed: 0,
  units_rented: 0,
  last_rented: null,
}

function aClass(change: Partial<ClassPrices> = {}): ClassPrices {
  return {
    ...{ hardware_class: hardware, at: '2026-11-27T09:00:00.000Z', ...asked },
    ...{ paid_median_micro_usd_per_hour: 250_000, units_listed: 40, units_rented: 30 },
    last_rented: { micro_usd_per_hour: 260_000, at: '2026-11-27T08:30:00.000Z' },
    days: [{ day: '2026-11-26', median_micro_usd_per_hour: 300_000 }],
    ...change,
  }
}

function aDay(): PriceDay {
  return {
    ...{ day: '2026-11-26', hardware_class: hardware, ...asked },
    ...{ paid_median_micro_usd_per_hour: null, last_rented_micro_usd_per_hour: null },
    ...{ unit_hours_listed: 100, unit_hours_rented: 25 },
  }
}
