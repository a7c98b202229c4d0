import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aMetricSample } from '../../../testing/renter-samples.ts'
import { anInstance } from '../../../testing/samples.ts'

const { id } = anInstance()
const path = `/instance/myinstance/${id}`

it('shows the load of a running instance beside its cost', async () => {
  renderApp({
    path,
    answers: {
      [`GET /api/instances/${id}`]: ok(anInstance({ vcpus: 2 })),
      [`GET /api/instances/${id}/metrics`]: ok([aMetricSample({ cpu_percent: 50 })]),
    },
  })
  expect(await screen.findByRole('img', { name: 'CPU, last 15 minutes, now 25' })).toBeTruthy()
  expect(screen.getByText('Cost so far')).toBeTruthy()
})

it('shows no load of an instance that is not running', async () => {
  renderApp({
    path,
    answers: { [`GET /api/instances/${id}`]: ok(anInstance({ state: 'stopped', ready: false })) },
  })
  await screen.findByRole('region', { name: 'Details' })
  expect(screen.queryByRole('img', { name: /last 15 minutes/ })).toBeNull()
})
