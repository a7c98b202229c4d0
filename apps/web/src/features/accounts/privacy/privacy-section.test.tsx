import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApiKey, anAuditEntry, someNotifications } from '../../../testing/account-samples.ts'
import { type Answers, held, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aBalance, anInstance, sampleId } from '../../../testing/samples.ts'

describe('notifications', () => {
  const read = 'GET /api/user/notifications'
  const change = 'PUT /api/user/notifications'

  it('say one sentence each, and what goes out whatever is chosen', async () => {
    renderSection('notifications', { [read]: ok(someNotifications({ announcements: false })) })
    expect(await screen.findAllByRole('switch', { checked: true })).toHaveLength(5)
    expect(screen.getByRole('switch', { checked: false, name: /^Announcements/ })).toBeTruthy()
    expect(screen.getByText(/are always sent/)).toBeTruthy()
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

  it('move back when they could not be saved, and say so', async () => {
    const { user } = renderSection('notifications', {
      [read]: ok(someNotifications()),
      [change]: refuse('internal'),
    })
    await user.click(await screen.findByRole('switch', { name: /^Balance/ }))
    await screen.findByText('Internal Server Error: Please try again later.')
    expect(screen.getByRole('switch', { name: /^Balance/ })).toHaveProperty('checked', true)
  })

  it('tell when they could not be loaded', async () => {
    renderSection('notifications', { [read]: refuse('forbidden') })
    expect(await screen.findByText('Your notification settings could not be loaded')).toBeTruthy()
  })
})

describe('activity', () => {
  const read = 'GET /api/user/audit'

  it('says in words what was done, to what, by whom and from where', async () => {
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

  it('turns pages that stand still while more is written', async () => {
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

  it('says what will stand there', async () => {
    renderSection('activity', { [read]: ok({ entries: [], total: 0 }) })
    expect(await screen.findByText('No activity yet')).toBeTruthy()
  })
})

describe('deleting the account', () => {
  const close = 'DELETE /api/user'

  it('says what goes, credit with it, and what stays', async () => {
    renderSection('your-data', { 'GET /api/balance': ok(aBalance()) })
    await screen.findByText('Deleted immediately and permanently')
    expect(screen.getByText(/which returns to the platform/).textContent).toContain('$5.00')
    expect(screen.getByText(/Ledger entries and receipts/)).toBeTruthy()
  })

  it('wants the address typed, then leaves for good', async () => {
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

  it('names what must end first, and leads there', async () => {
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
  it('comes as a file under its day', async () => {
    using files = fakeDownloads()
    const { user } = renderSection('your-data', {
      'GET /api/user/export': () => new Response('{"profile":[]}'),
    })
    await user.click(await screen.findByRole('button', { name: 'Download your data' }))
    await screen.findByText('Download complete.')
    expect(files.names[0]).toMatch(/^gridloom-export-\d{4}-\d\d-\d\d\.json$/)
  })

  it('says why it did not come', async () => {
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

/** Notes the names of downloads in the place of jsdom, which has none, until the end of the scope. */
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
