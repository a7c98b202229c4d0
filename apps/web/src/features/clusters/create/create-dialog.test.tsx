import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aCluster } from '../../../testing/cluster-samples.ts'
import { ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aFoundPage, anOffer, aTemplate } from '../../../testing/renter-samples.ts'

describe('creating a cluster', () => {
  it('orders the chosen number of nodes of each offer, at most at the price on the button', async () => {
    const { user, api } = await setup()
    api.answer('POST /api/clusters', ok(aCluster({ state: 'starting' }), 201))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'train')
    await choose(user, 'loom-01', 2)
    await choose(user, 'loom-02', 1)
    await user.click(screen.getByRole('button', { name: /^Create 3 nodes for/ }))
    await expect.poll(() => api.callsTo('POST /api/clusters').length).toBe(1)
    const [call] = api.callsTo('POST /api/clusters')
    const [first, second] = offers()
    expect(call?.body).toMatchObject({
      name: 'train',
      nodes: [{ offer_id: first?.id }, { offer_id: first?.id }, { offer_id: second?.id }],
      template_id: aTemplate().id,
      running_micro_usd_per_hour_max: expect.any(Number),
    })
  })

  it('gives each node an environment, and all together a time to start', async () => {
    const { user, api } = await setup()
    api.answer('POST /api/clusters', ok(aCluster({ state: 'starting' }), 201))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'train')
    await user.click(screen.getByRole('button', { name: 'Add a variable' }))
    await user.type(screen.getByRole('textbox', { name: 'Variable name' }), '1BAD')
    await user.type(screen.getByRole('textbox', { name: 'Value of 1BAD' }), '3')
    const minutes = screen.getByRole('textbox', { name: 'Time to start' })
    await user.clear(minutes)
    await user.type(minutes, '40')
    await choose(user, 'loom-01', 2)
    const create = screen.getByRole('button', { name: /^Create 2 nodes for/ })
    await user.click(create)
    const name = screen.getByRole('textbox', { name: 'Variable name' })
    expect(name).toHaveProperty('ariaInvalid', 'true')
    expect(api.callsTo('POST /api/clusters')).toEqual([])
    await user.clear(name)
    await user.type(name, 'EPOCHS')
    await user.click(create)
    await expect
      .poll(() => api.callsTo('POST /api/clusters')[0]?.body)
      .toMatchObject({ env: { EPOCHS: '3' }, start_minutes: 40 })
  })

  it('says what is wrong before anything is ordered', async () => {
    const { user, api } = await setup()
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'My Cluster')
    await choose(user, 'loom-01', 1)
    await user.click(screen.getByRole('button', { name: 'Choose at least 2 nodes' }))
    expect(await screen.findByText(/lower-case letters/)).toBeTruthy()
    expect(screen.getByText('A cluster has at least 2 nodes.')).toBeTruthy()
    expect(api.callsTo('POST /api/clusters')).toEqual([])
  })

  it('keeps the input and shows why an order was refused', async () => {
    const { user, api } = await setup()
    api.answer('POST /api/clusters', refuse('insufficient_funds'))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'train')
    await choose(user, 'loom-01', 2)
    await user.click(screen.getByRole('button', { name: /^Create 2 nodes for/ }))
    const dialog = within(screen.getByRole('dialog'))
    expect((await dialog.findByRole('alert')).textContent).toContain('Insufficient balance')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'train')
  })

  it('offers an image of one’s own with a start script', async () => {
    const { user, api } = await setup()
    api.answer('POST /api/clusters', ok(aCluster({ state: 'starting' }), 201))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'train')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Template' }), 'Own image')
    await user.type(screen.getByRole('textbox', { name: 'Image' }), 'python:3.13')
    await user.type(screen.getByRole('textbox', { name: 'Start script' }), 'echo hi')
    await choose(user, 'loom-01', 2)
    await user.click(screen.getByRole('button', { name: /^Create 2 nodes for/ }))
    await expect
      .poll(() => api.callsTo('POST /api/clusters')[0]?.body)
      .toMatchObject({
        template: { image_path_with_tag: 'python:3.13', on_start_script: 'echo hi' },
      })
  })
})

function offers() {
  return [
    anOffer({ slots_free: 4, disk_free_gb: 400 }),
    anOffer({
      ...{ id: 'ofr_01jd3v8q6f7g8h9jkmnpqrstvz', machine_id: 'mch_01jd3v8q6f7g8h9jkmnpqrstvz' },
      ...{ machine_name: 'loom-02', slots_free: 1, disk_free_gb: 400 },
    }),
  ]
}

type User = Awaited<ReturnType<typeof setup>>['user']

async function choose(user: User, machine: string, count: number) {
  const field = await screen.findByRole('textbox', { name: `Nodes on ${machine}` })
  await user.clear(field)
  await user.type(field, String(count))
}

async function setup() {
  const shown = offers()
  const rendered = await renderApp({
    path: '/clusters',
    answers: {
      'GET /api/clusters': ok([]),
      'GET /api/templates': ok([aTemplate()]),
      'GET /api/offers': ok(aFoundPage(shown)),
    },
  })
  await rendered.user.click(await screen.findByRole('button', { name: 'Create cluster' }))
  return rendered
}
