import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aSnapshot, someStorage } from '../../testing/snapshot-samples.ts'

describe('the snapshots page', () => {
  it('lists snapshots with their sizes, and the price of all together', async () => {
    await setup([aSnapshot()])
    const row = within(await screen.findByRole('row', { name: /before the upgrade/ }))
    expect(row.getByText('Ready')).toBeTruthy()
    expect(row.getByText('1 GiB')).toBeTruthy()
    expect(await screen.findByText(/stored for \$0.05\d* a month/)).toBeTruthy()
  })

  it('says why one failed, and how far one is', async () => {
    await setup([
      aSnapshot({ state: 'failed', failure: 'has_volumes' }),
      aSnapshot({ id: 'snp_01jd3v8q6f7g8h9jkmnpqrstvx', state: 'creating', ready_at: null }),
    ])
    expect(await screen.findByText(/keeps data in volumes/)).toBeTruthy()
    expect(screen.getByText(/read$/)).toBeTruthy()
  })

  it('warns before snapshots are deleted for lack of funds', async () => {
    await setup([aSnapshot()], { kept_until: '2026-12-01T00:00:00.000Z' })
    expect(await screen.findByText(/all snapshots are deleted/)).toBeTruthy()
  })

  it('deletes one after a confirmation', async () => {
    const { user, api } = await setup([aSnapshot()])
    const { id } = aSnapshot()
    api.answer(`DELETE /api/snapshots/${id}`, ok({}))
    await user.click(await screen.findByRole('button', { name: 'Actions of before the upgrade' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(api.callsTo(`DELETE /api/snapshots/${id}`)).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    await expect.poll(() => api.callsTo(`DELETE /api/snapshots/${id}`).length).toBe(1)
  })

  it('keeps the dialog open with the reason when it is in use', async () => {
    const { user, api } = await setup([aSnapshot()])
    api.answer(`DELETE /api/snapshots/${aSnapshot().id}`, refuse('snapshot_in_use'))
    await user.click(await screen.findByRole('button', { name: 'Actions of before the upgrade' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('alert')).toBeTruthy()
  })

  it('shows where the first one is created', async () => {
    await setup([])
    expect(await screen.findByText('No snapshots yet')).toBeTruthy()
  })
})

async function setup(
  snapshots: ReturnType<typeof aSnapshot>[],
  storage: Partial<ReturnType<typeof someStorage>> = {},
) {
  return renderApp({
    path: '/snapshots',
    answers: {
      'GET /api/snapshots': ok(snapshots),
      'GET /api/snapshots/storage': ok(someStorage(storage)),
    },
  })
}
