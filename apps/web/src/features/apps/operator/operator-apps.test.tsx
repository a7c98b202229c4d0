import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApp, anAppSummary } from '../../../testing/app-samples.ts'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { someDetails } from '../../../testing/samples.ts'

const list = 'GET /api/operator/apps'
const order = 'PUT /api/operator/app-order'
const slow = { timeout: 10_000 }
const own = anAppSummary({ slug: 'tool', name: 'Tool', source: 'operator', position: 1 })

describe('the operator’s app store', () => {
  it('hides an app and moves it', async () => {
    const change = 'PATCH /api/operator/apps/web-page'
    const { user, api } = setup({ [change]: ok(anApp({ hidden: true })), [order]: ok([]) })
    await user.click(await screen.findByRole('switch', { name: 'Show Web page' }, slow))
    await waitFor(() => expect(api.callsTo(change)[0]?.body).toEqual({ hidden: true }))
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLButtonElement>('button', { name: 'Move Web page down' }).disabled,
      ).toBe(false),
    )
    await user.click(screen.getByRole('button', { name: 'Move Web page down' }))
    await waitFor(() =>
      expect(api.callsTo(order)[0]?.body).toEqual({ slugs: ['tool', 'web-page'] }),
    )
  })

  it('edits and deletes only apps that the operator added, and asks before', async () => {
    const remove = 'DELETE /api/operator/apps/tool'
    const { user, api } = setup({ [remove]: ok({}) })
    expect(await screen.findByRole('button', { name: 'Edit Tool' }, slow)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete Web page' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete Tool' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Tool?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete app' }))
    await waitFor(() => expect(api.callsTo(remove)).toHaveLength(1))
  })

  it('adds an app, and names what the server refuses with its place', async () => {
    const create = 'POST /api/operator/apps'
    const fields = { slug: 'Use lower-case letters', 'definition.links': 'Port 81 is not there' }
    const { user, api } = setup({ [create]: refuse('invalid_input', { fields }) })
    await user.click(await screen.findByRole('button', { name: 'Add app' }, slow))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add app' }))
    await user.type(dialog.getByLabelText('Name in commands and addresses'), 'our-app')
    await user.click(dialog.getByRole('button', { name: 'Add app' }))
    expect(await dialog.findByText('Use lower-case letters')).toBeTruthy()
    expect(dialog.getByText(/Port 81 is not there/)).toBeTruthy()
    expect(api.callsTo(create)[0]?.body).toMatchObject({
      ...{ slug: 'our-app', definition: { name: 'Our app', category: 'web' } },
    })
  })
})

function setup(answers: Answers = {}) {
  return renderApp({
    path: '/operator/apps',
    answers: {
      'GET /api/user/details': ok(someDetails({ role: 'operator' })),
      [list]: ok([anAppSummary(), own]),
      ...answers,
    },
  })
}
