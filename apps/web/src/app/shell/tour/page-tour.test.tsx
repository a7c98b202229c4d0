import { TourChange } from '@gridloom/contract/accounts/tours'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, held, ok, refuse, unreachable } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { someDetails } from '../../../testing/samples.ts'

it.each([
  ['/instance', 'Rent a machine in four steps'],
  ['/render', 'Render a scene in four steps'],
  ['/model-hub', 'Use a model in four steps'],
  ['/machines', 'Host a machine in four steps'],
])('shows four steps on %s', async (path, name) => {
  renderApp({ path })
  const tour = within(await screen.findByRole('region', { name }))
  expect(tour.getAllByRole('listitem')).toHaveLength(4)
})

const host = 'Host a machine in four steps'

it('is dismissed in the account, and comes back from the account menu', async () => {
  const { user, api } = renderApp({ path: '/machines', answers: accountWith([]) })
  await user.click(await screen.findByRole('button', { name: 'Dismiss tour' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: host })).toBeNull())
  await waitFor(() => expect(api.callsTo(change)).toHaveLength(1))
  expect(api.callsTo(change)[0]?.body).toEqual({ tour: 'provide', dismissed: true })
  await waitFor(() => expect(Object.values(localStorage)).not.toContain('{"provide":true}'))
  expect(screen.queryByRole('region', { name: host })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show tour' }))
  await waitFor(() => expect(screen.getByRole('region', { name: host })).toBeTruthy())
})

it('leaves the focus on the content when it is dismissed, and is scrolled to when it is shown', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo')
  const { user } = renderApp({ path: '/machines', answers: accountWith([]) })
  await user.click(await screen.findByRole('button', { name: 'Dismiss tour' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: host })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Account' }))
  scrollTo.mockClear()
  await user.click(await screen.findByRole('menuitem', { name: 'Show tour' }))
  await screen.findByRole('region', { name: host })
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 })
})

it('is not shown where the account dismissed it on another browser', async () => {
  renderApp({ path: '/machines', answers: accountWith(['provide']) })
  await screen.findByRole('heading', { level: 1, name: 'Machines' })
  expect(screen.queryByRole('region', { name: host })).toBeNull()
})

it('stays dismissed when the server cannot be reached, and is sent with the next page', async () => {
  const lost = { [change]: unreachable() }
  const first = renderApp({ path: '/machines', answers: lost })
  await first.user.click(await screen.findByRole('button', { name: 'Dismiss tour' }))
  await waitFor(() => expect(first.api.callsTo(change)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: host })).toBeNull()
  first.unmount()
  const { api } = renderApp({ path: '/machines', answers: accountWith([]) })
  await screen.findByRole('heading', { level: 1, name: 'Machines' })
  expect(screen.queryByRole('region', { name: host })).toBeNull()
  await waitFor(() => expect(api.callsTo(change)).toHaveLength(1))
})

it('is remembered in the browser of a visitor', async () => {
  const name = 'Use a model in four steps'
  const first = renderApp({ path: '/model-hub', token: null })
  await first.user.click(await screen.findByRole('button', { name: 'Dismiss tour' }))
  await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull())
  first.unmount()
  renderApp({ path: '/model-hub', token: null })
  await screen.findByRole('heading', { level: 1, name: 'Model hub' })
  expect(screen.queryByRole('region', { name })).toBeNull()
})

it('is known before the page is shown, which it would move', async () => {
  const details = held(ok(someDetails()))
  const answers = { 'GET /api/user/details': details.answer }
  renderApp({ path: '/machines', answers })
  expect(await screen.findByRole('status', { name: 'Loading the page' })).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  details.letGo()
  expect(await screen.findByRole('heading', { level: 1, name: 'Machines' })).toBeTruthy()
  expect(screen.getByRole('region', { name: host })).toBeTruthy()
})

it('does not keep the page from a user whose details cannot be read', async () => {
  const answers = { 'GET /api/user/details': refuse('forbidden') }
  renderApp({ path: '/machines', answers })
  expect(await screen.findByRole('heading', { level: 1, name: 'Machines' })).toBeTruthy()
})

const change = 'PUT /api/user/tours'

/** An account with these tours dismissed, which answers to changes as the server does. */
function accountWith(dismissedAtFirst: readonly string[]): Answers {
  let dismissed = dismissedAtFirst
  return {
    'GET /api/user/details': (call) => ok(someDetails({ dismissed_tours: dismissed }))(call),
    [change]: (call) => {
      const { tour, dismissed: isDismissed } = TourChange.parse(call.body)
      dismissed = isDismissed ? [tour] : []
      return ok({ dismissed_tours: dismissed })(call)
    },
  }
}
