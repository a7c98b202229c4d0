import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApiKey, anAuditEntry } from '../../../testing/account-samples.ts'
import { type Answers, ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anInstance, sampleId } from '../../../testing/samples.ts'

describe('activity', () => {
  const read = 'GET /api/user/audit'

  it('describes the action, its subject, actor and source', async () => {
    const entry = anAuditEntry({ subject: sampleId('ins', 1), api_key_id: sampleId('key', 1) })
    renderSection({
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
    const { api, user } = renderSection({
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
    renderSection({ [read]: ok({ entries: [], total: 0 }) })
    expect(await screen.findByText('No activity yet')).toBeTruthy()
  })
})

function renderSection(answers: Answers) {
  return renderApp({ path: '/account?section=activity', answers })
}
