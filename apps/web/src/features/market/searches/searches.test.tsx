import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aFoundPage, anOffer, aSavedSearch, marketOf } from '../../../testing/renter-samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const list = 'GET /api/saved-searches'
const create = 'POST /api/saved-searches'
const change = `PATCH /api/saved-searches/${aSavedSearch().id}`
const remove = `DELETE /api/saved-searches/${aSavedSearch().id}`
const slow = { timeout: 10_000 }

describe('saving a search', () => {
  it('takes the present query, a name and the channels', async () => {
    const { api, user } = await setup({
      path: '/instance?q=gpu%3A4090%20price%3C0.5',
      answers: { [create]: ok(aSavedSearch(), 201) },
    })
    await user.click(screen.getByRole('button', { name: 'Save search' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save search' }, slow))
    expect(typedIn(dialog.getByLabelText('Query'))).toBe('gpu:4090 price<0.5')
    await user.clear(dialog.getByLabelText('Name'))
    await user.type(dialog.getByLabelText('Name'), 'Cheap 4090')
    await user.click(dialog.getByRole('checkbox', { name: 'Webhook' }))
    await user.click(dialog.getByRole('button', { name: 'Save search' }))
    expect(await screen.findByText(/^Search saved/)).toBeTruthy()
    expect(api.callsTo(create)[0]?.body).toEqual({
      name: 'Cheap 4090',
      query: 'gpu:4090 price<0.5',
      channels: ['email', 'webhook'],
    })
  })

  it('shows what is wrong with the input, and keeps it when the server refuses', async () => {
    const { api, user } = await setup({ answers: { [create]: refuse('limit_reached') } })
    await user.click(screen.getByRole('button', { name: 'Save search' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save search' }, slow))
    await user.clear(dialog.getByLabelText('Name'))
    await user.type(dialog.getByLabelText('Query'), 'pric<1')
    const save = dialog.getByRole('button', { name: 'Save search' })
    await user.click(save)
    expect(dialog.getByText('Name is required')).toBeTruthy()
    expect(dialog.getByText(/did you mean price/)).toBeTruthy()
    expect(api.callsTo(create)).toEqual([])
    await user.type(dialog.getByLabelText('Name'), 'All')
    await user.clear(dialog.getByLabelText('Query'))
    await user.click(save)
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(typedIn(dialog.getByLabelText('Name'))).toBe('All')
  })

  it('is offered where no offer matches', async () => {
    const { user } = await setup({
      path: '/instance?q=vram%3E%3D100',
      answers: { 'GET /api/offers': ok(aFoundPage([])) },
      empty: true,
    })
    await user.click(await screen.findByRole('button', { name: 'Tell me when one matches' }, slow))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save search' }, slow))
    expect(typedIn(dialog.getByLabelText('Query'))).toBe('vram>=100')
  })
})

describe('saved searches', () => {
  it('are applied from their menu', async () => {
    const { user, router } = await setup()
    await user.click(screen.getByRole('button', { name: 'Saved searches' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cheap 4090' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'gpu:4090 price<0.5' }))
  })

  it('are paused, edited and deleted', async () => {
    const { api, user, act } = await manage()
    await act('Pause')
    await waitFor(() => expect(api.callsTo(change)[0]?.body).toEqual({ paused: true }))
    await act('Edit')
    const edit = within(await screen.findByRole('dialog', { name: 'Edit saved search' }))
    await user.click(edit.getByRole('checkbox', { name: 'Email' }))
    await user.click(edit.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.callsTo(change)[1]?.body).toEqual({ name: 'Cheap 4090', channels: [] }),
    )
    await act('Delete')
    const confirm = within(await screen.findByRole('dialog', { name: 'Delete Cheap 4090?' }))
    await user.click(confirm.getByRole('button', { name: 'Delete search' }))
    await waitFor(() => expect(api.callsTo(remove)).toHaveLength(1))
  })

  it('say that they are paused, and how many offers wait for their next message', async () => {
    const { drawer } = await manage([aSavedSearch({ paused: true, waiting: 2, channels: [] })])
    expect(drawer.getByText('Paused')).toBeTruthy()
    expect(drawer.getByText(/^Notice only · nothing sent yet · 2 new offers waiting$/)).toBeTruthy()
  })

  it('show an empty state that saves the present search', async () => {
    const { drawer, user } = await manage([])
    await user.click(drawer.getByRole('button', { name: 'Save this search' }))
    expect(await screen.findByRole('dialog', { name: 'Save search' }, slow)).toBeTruthy()
  })
})

interface Setup {
  path?: string
  answers?: Answers
  /** The market has no offers, so there is no table to wait for. */
  empty?: boolean
}

async function setup({ path = '/instance', answers = {}, empty = false }: Setup = {}) {
  const app = renderApp({
    path,
    answers: {
      'GET /api/offers': marketOf([anOffer()]),
      'GET /api/offer-alerts': ok([]),
      [list]: ok([aSavedSearch()]),
      [change]: ok(aSavedSearch()),
      [remove]: ok({}),
      ...answers,
    },
  })
  if (!empty) await screen.findByRole('region', { name: 'Offers', hidden: true }, slow)
  return app
}

async function manage(searches = [aSavedSearch()]) {
  const app = await setup({
    path: '/instance?alerts=open',
    answers: { [list]: ok(searches) },
  })
  const dialog = await screen.findByRole('dialog', { name: 'Saved searches' }, slow)
  const drawer = within(dialog)
  await waitFor(() => expect(drawer.queryByRole('status', { name: /^Loading/ })).toBeNull())
  return {
    ...app,
    drawer,
    async act(word: string) {
      await app.user.click(drawer.getByRole('button', { name: 'Actions of Cheap 4090' }))
      await app.user.click(await screen.findByRole('menuitem', { name: word }))
    },
  }
}
