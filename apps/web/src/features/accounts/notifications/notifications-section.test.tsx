import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someNotifications } from '../../../testing/account-samples.ts'
import { type Answers, held, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

describe('notifications', () => {
  const read = 'GET /api/user/notifications'
  const change = 'PUT /api/user/notifications'

  it('have a switch each and a note on the emails that are always sent', async () => {
    renderSection({ [read]: ok(someNotifications({ announcements: false })) })
    expect(await screen.findAllByRole('switch', { checked: true })).toHaveLength(7)
    expect(screen.getByRole('switch', { checked: false, name: /^Announcements/ })).toBeTruthy()
    expect(screen.getByText(/Security emails/)).toBeTruthy()
  })

  it('are saved automatically', async () => {
    const saved = held(ok(someNotifications({ balance_low: false })))
    const { api, user } = renderSection({
      [read]: ok(someNotifications()),
      [change]: saved.answer,
    })
    const balance = await screen.findByRole('switch', { name: /^Balance/ })
    await user.click(balance)
    await waitFor(() => expect(balance).toHaveProperty('checked', false))
    expect(api.callsTo(change)[0]?.body).toEqual({ balance_low: false })
    saved.letGo()
  })

  it('move back and show the error when saving fails', async () => {
    const { user } = renderSection({
      [read]: ok(someNotifications()),
      [change]: refuse('internal'),
    })
    await user.click(await screen.findByRole('switch', { name: /^Balance/ }))
    await screen.findByText('Internal Server Error: Please try again later.')
    expect(screen.getByRole('switch', { name: /^Balance/ })).toHaveProperty('checked', true)
  })

  it('report that they could not be loaded', async () => {
    renderSection({ [read]: refuse('forbidden') })
    expect(await screen.findByText('Your notification settings could not be loaded')).toBeTruthy()
  })
})

function renderSection(answers: Answers) {
  return renderApp({ path: '/account?section=notifications', answers })
}
