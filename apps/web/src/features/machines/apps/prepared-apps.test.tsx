import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAppSummary } from '../../../testing/app-samples.ts'
import { inTurn, ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aMachine } from '../../../testing/samples.ts'

const { id } = aMachine()
const list = `GET /api/machines/${id}/apps`
const one = `/api/machines/${id}/apps/web-page`
const slow = { timeout: 10_000 }
const preparing = {
  ...{ slug: 'web-page', name: 'Web page', image: 'gridloom/base:latest', state: 'preparing' },
  progress: { text: 'apt: 34 of 120 packages', percent: 28, done_bytes: null, total_bytes: null },
  problem: null,
}

it('holds an app ready, shows how far its image is, and stops', async () => {
  const { user, api } = renderApp({
    path: `/machines/${id}`,
    answers: {
      [`GET /api/machines/${id}`]: ok(aMachine()),
      'GET /api/apps': ok([anAppSummary()]),
      [list]: inTurn(ok([]), ok([preparing]), ok([])),
      [`PUT ${one}`]: ok(preparing),
      [`DELETE ${one}`]: ok({}),
    },
  })
  const choice = await screen.findByLabelText('App to hold ready', undefined, slow)
  await within(choice).findByRole('option', { name: 'Web page' })
  await user.selectOptions(choice, 'web-page')
  await user.click(screen.getByRole('button', { name: 'Hold ready' }))
  expect(await screen.findByText('apt: 34 of 120 packages')).toBeTruthy()
  expect(screen.getByText('28 %')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop preparing Web page' }))
  await waitFor(() => expect(api.callsTo(`DELETE ${one}`)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('apt: 34 of 120 packages')).toBeNull())
})

it('says why an image could not be prepared, as the machine says it', async () => {
  const failed = { ...preparing, state: 'failed', progress: null, problem: 'No space left' }
  renderApp({
    path: `/machines/${id}`,
    answers: { [`GET /api/machines/${id}`]: ok(aMachine()), [list]: ok([failed]) },
  })
  expect(await screen.findByText('No space left', undefined, slow)).toBeTruthy()
})
