import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, inTurn, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aBalance } from '../../testing/samples.ts'

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
