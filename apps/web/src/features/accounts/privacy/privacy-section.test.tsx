import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApiKey, anAuditEntry, someNotifications } from '../../../testing/account-samples.ts'
import { type Answers, held, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aBalance, anInstance, sampleId } from '../../../testing/samples.ts'

describe('notifications', () => {
  const read = 'GET /api/user/notifications'
  const change = 'PUT /api/user/notifications'

  it('have a switch each and a note on the emails that are always sent', async () => {
    renderSection('notifications', { [read]: ok(someNotifications({ announcements: false })) })
    expect(await screen.findAllByRole('switch', { checked: true })).toHaveLength(6)
    expect(screen.getByRole('switch', { checked: false, name: /^Announcements/ })).toBeTruthy()
    expect(screen.getByText(/Security emails/)).toBeTruthy()
  })

  it('are saved automatically', async () => {
    const saved = held(ok(someNotifications({ balance_low: false })))
    const { api, user } = renderSection('notifications', {
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
    const { user } = renderSection('notifications', {
      [read]: ok(someNotifications()),
      [change]: refuse('internal'),
    })
    await user.click(await screen.findByRole('switch', { name: /^Balance/ }))
    await screen.findByText('Internal Server Error: Please try again later.')
    expect(screen.getByRole('switch', { name: /^Balance/ })).toHaveProperty('checked', true)
  })

  it('report that they could not be loaded', async () => {
    renderSection('notifications', { [read]: refuse('forbidden') })
    expect(await screen.findByText('Your notification settings could not be loaded')).toBeTruthy()
  })
})

describe('activity', () => {
  const read = 'GET /api/user/audit'

  it('describes the action, its subject, actor and source', async () => {
    const entry = anAuditEntry({ subject: sampleId('ins', 1), api_key_id: sampleId('key', 1) })
    renderSection('activity', {
      [read]: ok({ entries: [entry], total: 1 }),
      'GET /api/instances': ok([anInstance({ label: 'night-run' })]),
      'GET /api/user/api-keys': ok([anApiKey()]),
    })
    const row = await screen.findByRole('row', { name: /Stopped an instance/ })
    const link = await within(row).findByRole('link', { name: 'night-run' })
    expect(link.getAttribute('href')).toBe(`/instance/myinstance/${sampleId('ins', 1)}`)
    await waitFor(() => expect(row.textContent).toContain('API key ci'))
    expect(row.textContent).toContain('Firefox on Linux')
    expect(row.textContent).toContain('192.0.2.7')
  })

  it('pins later pages to the newest entry of page 1', async () => {
    const { api, user } = renderSection('activity', {
      [read]: ({ query, ...call }) =>
        ok({
          entries: [anAuditEntry({ id: sampleId('aud', 50 - Number(query.page)) })],
          total: 41,
        })({ query, ...call }),
    })
    await screen.findByText('41 entries')
    await user.click(screen.getByRole('button', { name: 'next page' }))
    await waitFor(() => expect(api.callsTo(read).at(-1)?.query.page).toBe('2'))
    expect(api.callsTo(read).at(-1)?.query.up_to).toBe(sampleId('aud', 49))
    await user.click(screen.getByRole('button', { name: 'next page' }))
    await waitFor(() => expect(api.callsTo(read).at(-1)?.query.page).toBe('3'))
    expect(api.callsTo(read).at(-1)?.query.up_to).toBe(sampleId('aud', 49))
  })

  it('shows an empty state when there are no entries', async () => {
    renderSection('activity', { [read]: ok({ entries: [], total: 0 }) })
    expect(await screen.findByText('No activity yet')).toBeTruthy()
  })
})

describe('deleting the account', () => {
  const close = 'DELETE /api/user'

  it('lists what is deleted, remaining credit included, and what is kept', async () => {
    renderSection('your-data', { 'GET /api/balance': ok(aBalance()) })
    await screen.findByText('Deleted immediately and permanently')
    expect(screen.getByText(/which returns to the platform/).textContent).toContain('$5.00')
    expect(screen.getByText(/Ledger entries and receipts/)).toBeTruthy()
  })

  it('requires the email address, then deletes the account and signs out', async () => {
    const { api, page, router, user } = renderSection('your-data', { [close]: ok({}) })
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
    const confirm = await screen.findByRole('button', { name: 'Delete account permanently' })
    await user.type(screen.getByLabelText('Your email address'), 'grace@example.com')
    expect(confirm).toHaveProperty('disabled', true)
    await user.clear(screen.getByLabelText('Your email address'))
    await user.type(screen.getByLabelText('Your email address'), 'Ada@Example.com')
    await user.click(confirm)
    await screen.findByText('Your account was deleted')
    expect(api.callsTo(close)).toHaveLength(1)
    expect(page.cookie).toBe('')
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
  })

  it('shows why it was refused and links to what must end first', async () => {
    const error = 'The account still has 2 instances. This must end first.'
    const { user } = renderSection('your-data', {
      [close]: inTurn(refuse('account_in_use', { error }), refuse('last_owner')),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
    await user.type(await screen.findByLabelText('Your email address'), 'ada@example.com')
    const confirm = screen.getByRole('button', { name: 'Delete account permanently' })
    await user.click(confirm)
    await screen.findByText(error)
    expect(screen.getByRole('link', { name: 'Your instances' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Your machines' })).toBeTruthy()
    await user.click(confirm)
    expect(await screen.findByRole('link', { name: 'Your company' })).toBeTruthy()
  })
})

describe('the export', () => {
  it('is downloaded as a file named by its date', async () => {
    using files = fakeDownloads()
    const { user } = renderSection('your-data', {
      'GET /api/user/export': () => new Response('{"profile":[]}'),
    })
    await user.click(await screen.findByRole('button', { name: 'Download your data' }))
    await screen.findByText('Download complete.')
    expect(files.names[0]).toMatch(/^gridloom-export-\d{4}-\d\d-\d\d\.json$/)
  })

  it('shows the error when the download fails', async () => {
    const { user } = renderSection('your-data', {
      'GET /api/user/export': refuse('too_many_requests'),
    })
    await user.click(await screen.findByRole('button', { name: 'Download your data' }))
    expect(await screen.findByText(/Too many requests/)).toBeTruthy()
  })
})

function renderSection(section: string, answers: Answers) {
  return renderApp({ path: `/account?section=${section}`, answers })
}

/** Records the file names of downloads, which jsdom does not support, until the end of the scope. */
function fakeDownloads() {
  const names: string[] = []
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function noteDownload() {
    names.push(this.download)
  }
  return {
    names,
    [Symbol.dispose]() {
      HTMLAnchorElement.prototype.click = click
    },
  }
}
