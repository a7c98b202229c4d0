import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { anOffer, marketOf } from '../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../testing/samples.ts'
import { aVolume } from '../../testing/volume-samples.ts'

describe('the volumes page', () => {
  it('lists volumes with their machines, sizes and prices', async () => {
    setup([aVolume({ machine_status: 'offline' })])
    const row = within(await screen.findByRole('row', { name: /datasets/ }))
    expect(row.getByText('Ready')).toBeTruthy()
    expect(row.getByText(/offline/)).toBeTruthy()
    expect(row.getByText('2 GiB used')).toBeTruthy()
    expect(row.getByText('$0.01/h')).toBeTruthy()
  })

  it('links the instances that have one, and deletes none of them', async () => {
    const { id } = anInstance()
    const attachment = { instance_id: id, label: 'train', path: '/data', mode: 'read_only' }
    setup([aVolume({ attachments: [attachment] })])
    const link = await screen.findByRole('link', { name: 'train' })
    expect(link.getAttribute('href')).toBe(`/instance/myinstance/${id}`)
    expect(screen.getByText(/read-only/)).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Delete datasets' })
    expect(button.hasAttribute('disabled')).toBe(true)
  })

  it('says why one failed, and when an unpaid one is deleted', async () => {
    setup([
      aVolume({ state: 'failed', failure: 'lost' }),
      aVolume({ id: sampleId('vol', 2), name: 'b', kept_until: '2026-12-01T00:00:00.000Z' }),
    ])
    expect(await screen.findByText(/no longer has it/)).toBeTruthy()
    expect(screen.getByText(/unless you add funds/)).toBeTruthy()
  })

  it('deletes one after a confirmation, and keeps the dialog with the reason of a refusal', async () => {
    const { user, api } = setup([aVolume()])
    const call = `DELETE /api/volumes/${aVolume().id}`
    api.answer(call, refuse('volume_in_use'))
    await user.click(await screen.findByRole('button', { name: 'Delete datasets' }))
    expect(api.callsTo(call)).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeTruthy()
    api.answer(call, ok({}))
    await user.click(screen.getByRole('button', { name: 'Delete permanently' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('creates one on a machine of the market, at the price of its stopped disks', async () => {
    const { user, api } = setup([], { 'GET /api/offers': marketOf([anOffer()]) })
    api.answer('POST /api/volumes', ok(aVolume({ state: 'creating' }), 201))
    expect(await screen.findByText('No volumes yet')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create volume' }))
    const dialog = within(await screen.findByRole('dialog'))
    const name = dialog.getByRole('textbox', { name: /^Name/ })
    await user.type(name, 'My Data')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    await user.clear(name)
    await user.type(name, 'my-data')
    expect(await dialog.findByText('$0.005/h')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Choose a machine' }))
    expect(api.callsTo('POST /api/volumes')).toEqual([])
    await user.click(dialog.getByRole('radio'))
    await user.click(dialog.getByRole('button', { name: 'Create volume' }))
    await waitFor(() =>
      expect(api.callsTo('POST /api/volumes').map(({ body }) => body)).toEqual([
        { name: 'my-data', offer_id: anOffer().id, size_gb: 50 },
      ]),
    )
  })
})

function setup(volumes: ReturnType<typeof aVolume>[], answers: Answers = {}) {
  return renderApp({ path: '/volumes', answers: { 'GET /api/volumes': ok(volumes), ...answers } })
}
