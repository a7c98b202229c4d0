import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aQuote, aTemplate, marketOf } from '../../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../../testing/samples.ts'
import { aVolume } from '../../../testing/volume-samples.ts'

const order = 'POST /api/container'
const elsewhere = { id: sampleId('vol', 2), name: 'cache', machine_id: sampleId('mch', 9) }

describe('the volumes of an order', () => {
  it('are those on the machine of the offer', async () => {
    const { dialog } = await setup([aVolume(), aVolume(elsewhere)])
    expect(await dialog.findByRole('checkbox', { name: 'datasets (100 GB)' })).toBeTruthy()
    expect(dialog.queryByRole('checkbox', { name: /cache / })).toBeNull()
  })

  it('are not mentioned to who has none', async () => {
    const { dialog } = await setup([])
    await dialog.findByRole('textbox', { name: 'Label' })
    expect(dialog.queryByText('Volumes')).toBeNull()
  })

  it('are attached at their paths, writable unless chosen otherwise', async () => {
    const { api, dialog, user, rent } = await setup([aVolume()])
    await user.click(await dialog.findByRole('checkbox', { name: 'datasets (100 GB)' }))
    const path = dialog.getByRole('textbox', { name: 'Path of datasets' })
    await user.clear(path)
    await user.type(path, '/data')
    await user.click(dialog.getByRole('checkbox', { name: 'Read-only' }))
    await rent()
    await waitFor(() =>
      expect(api.callsTo(order)[0]?.body).toMatchObject({
        volumes: [{ volume_id: aVolume().id, path: '/data', mode: 'read_only' }],
      }),
    )
  })

  it('are marked where a path cannot be one, and nothing is sent', async () => {
    const { api, dialog, user, rent } = await setup([aVolume()])
    await user.click(await dialog.findByRole('checkbox', { name: 'datasets (100 GB)' }))
    const path = dialog.getByRole('textbox', { name: 'Path of datasets' })
    await user.clear(path)
    await user.type(path, '/proc')
    await rent()
    await waitFor(() => expect(path.getAttribute('aria-invalid')).toBe('true'))
    expect(api.callsTo(order)).toEqual([])
  })

  it('are only read where others read them, and out of reach where one writes', async () => {
    const attached = (mode: string) => [
      { instance_id: anInstance().id, label: 'train', path: '/data', mode },
    ]
    const { dialog, user } = await setup([
      aVolume({ attachments: attached('read_only') }),
      aVolume({ id: sampleId('vol', 3), name: 'busy', attachments: attached('read_write') }),
    ])
    const busy = await dialog.findByRole('checkbox', { name: 'busy (used by train)' })
    expect(busy.hasAttribute('disabled')).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: 'datasets (100 GB)' }))
    const readOnly = dialog.getByRole('checkbox', { name: /^Read-only/ })
    expect(readOnly).toHaveProperty('checked', true)
    expect(readOnly.hasAttribute('disabled')).toBe(true)
  })
})

async function setup(volumes: ReturnType<typeof aVolume>[]) {
  const app = renderApp({
    path: '/instance',
    answers: {
      'GET /api/offers': marketOf([anOffer()]),
      'GET /api/templates': ok([aTemplate()]),
      'GET /api/volumes': ok(volumes),
      'POST /api/quotes': ok(aQuote(), 201),
      [order]: ok({ instance: anInstance() }, 201),
      [`GET /api/instances/${anInstance().id}`]: ok(anInstance()),
    },
  })
  const table = await screen.findByRole('region', { name: 'Offers' })
  await app.user.click(within(table).getByRole('button', { name: /^Rent NVIDIA/ }))
  const dialog = within(await screen.findByRole('dialog'))
  return {
    ...app,
    dialog,
    async rent() {
      await app.user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    },
  }
}
