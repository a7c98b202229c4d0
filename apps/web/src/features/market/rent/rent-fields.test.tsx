import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aQuote, aTemplate, marketOf } from '../../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const order = 'POST /api/container'
const quote = 'POST /api/quotes'

describe('the image selection', () => {
  it('shows a skeleton while the templates load', async () => {
    const late = held(ok([aTemplate()]))
    const { dialog } = await setup({ 'GET /api/templates': late.answer })
    expect(await dialog.findByRole('status', { name: 'Loading templates' })).toBeTruthy()
    late.letGo()
    expect(await dialog.findByRole('radio', { name: /^Debian shell/ })).toBeTruthy()
  })

  it('shows an error with a retry when the templates fail to load', async () => {
    const { api, dialog, user } = await setup({ 'GET /api/templates': refuse('forbidden') })
    expect(await dialog.findByText('The templates could not be loaded')).toBeTruthy()
    api.answer('GET /api/templates', ok([aTemplate()]))
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByRole('radio', { name: /^Debian shell/ })).toBeTruthy()
  })

  it('starts with the first template, and marks cached ones', async () => {
    const { api, dialog, user } = await setup({ 'GET /api/templates': ok([aTemplate(), web]) })
    const first = await dialog.findByRole('radio', { name: /^Debian shell.*cached/ })
    expect(first).toHaveProperty('checked', true)
    await user.click(dialog.getByRole('radio', { name: /^Web server/ }))
    expect(first).toHaveProperty('checked', false)
    await waitFor(() =>
      expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ template_id: web.id }),
    )
  })

  it('uses the disk that a template recommends until the user sets one', async () => {
    const large = aTemplate({
      id: sampleId('tpl', 3),
      template_name: 'Large',
      recommended_disk_gb: 80,
    })
    const { dialog, user } = await setup({ 'GET /api/templates': ok([aTemplate(), large]) })
    await user.click(await dialog.findByRole('radio', { name: /^Large/ }))
    const disk = dialog.getByRole('textbox', { name: 'Disk' })
    expect(typedIn(disk)).toBe('80 GB disk')
    await user.clear(disk)
    await user.type(disk, '30')
    await user.click(dialog.getByRole('radio', { name: /^Debian shell/ }))
    expect(typedIn(disk)).toBe('30 GB disk')
  })
})

describe('the choice of the price', () => {
  it('orders by a bid and without a quote, at most at the price of the bid', async () => {
    const offer = anOffer({ bid_price_micro_usd_per_hour: 100_000 })
    const facts = { ...offer.facts, interruptible: true, min_bid: 50_000 }
    const { api, dialog, user } = await setup({
      'GET /api/offers': marketOf([{ ...offer, facts }]),
      [order]: refuse('outbid'),
    })
    await user.click(await dialog.findByRole('radio', { name: 'Interruptible' }))
    const bid = dialog.getByRole('textbox', { name: 'Bid per slot and hour' })
    expect(typedIn(bid)).toBe('$0.1')
    await user.clear(bid)
    await user.type(bid, '0.2')
    await user.click(await dialog.findByRole('button', { name: /^Rent for at most/ }))
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(1))
    expect(api.callsTo(order)[0]?.body).toMatchObject({ bid_micro_usd_per_hour: 200_000 })
    expect(api.callsTo(order)[0]?.body).not.toHaveProperty('quote_id')
    expect(api.callsTo(order)[0]?.body).not.toHaveProperty('interruption_signal')
    const signal = dialog.getByRole('combobox', { name: 'Signal before an interruption' })
    await user.selectOptions(signal, 'None')
    await user.click(await dialog.findByRole('button', { name: /^Rent for at most/ }))
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(2))
    expect(api.callsTo(order)[1]?.body).toMatchObject({ interruption_signal: 'none' })
  })

  it('is not there where the provider accepts no bids', async () => {
    const { dialog } = await setup()
    await dialog.findByRole('textbox', { name: 'Slots' })
    expect(dialog.queryByRole('radio', { name: 'Interruptible' })).toBeNull()
  })
})

describe('the size selection', () => {
  it('shows the hardware of the chosen slots, and requests their price', async () => {
    const { api, dialog, user } = await setup()
    const slots = await dialog.findByRole('textbox', { name: 'Slots' })
    expect(dialog.getByText('1 × NVIDIA GeForce RTX 4090 · 16 vCPU · 64 GiB memory')).toBeTruthy()
    slots.focus()
    await user.keyboard('{ArrowUp}')
    expect(dialog.getByText('2 × NVIDIA GeForce RTX 4090 · 32 vCPU · 128 GiB memory')).toBeTruthy()
    await waitFor(() => expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ slots: 2 }))
  })

  it('allows at most the free slots', async () => {
    const { dialog, user } = await setup()
    const slots = await dialog.findByRole('textbox', { name: 'Slots' })
    slots.focus()
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(typedIn(slots)).toBe('3 slots')
  })

  it('is disabled when only one slot is free', async () => {
    const { dialog } = await setup({
      'GET /api/offers': marketOf([anOffer({ slots_free: 1 })]),
    })
    const slots = await dialog.findByRole('textbox', { name: 'Slots' })
    expect(slots.hasAttribute('disabled')).toBe(true)
  })

  it('changes the disk with the arrow keys, and shows the free disk', async () => {
    const { dialog, user } = await setup()
    const slider = await dialog.findByRole('slider', { name: 'Disk in GB' })
    slider.focus()
    await user.keyboard('{ArrowRight}')
    expect(typedIn(dialog.getByRole('textbox', { name: 'Disk' }))).toBe('11 GB disk')
    expect(dialog.getByText(/212 GB free on this machine/)).toBeTruthy()
  })

  it('never orders more disk than is free', async () => {
    const { api, dialog, user } = await setup()
    const disk = await dialog.findByRole('textbox', { name: 'Disk' })
    await user.clear(disk)
    await user.type(disk, '900')
    await waitFor(() => expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ disk_gb: 212 }))
  })
})

describe('the environment', () => {
  it('drops removed rows and rows without a name', async () => {
    const { api, dialog, user } = await setup()
    const add = await dialog.findByRole('button', { name: 'Add a variable' })
    await user.click(add)
    await user.type(dialog.getByRole('textbox', { name: 'Variable name' }), 'EPOCHS')
    await user.type(dialog.getByRole('textbox', { name: 'Value of EPOCHS' }), '12')
    await user.click(add)
    await user.type(dialog.getByRole('textbox', { name: 'Value of the variable' }), 'unnamed')
    await user.click(add)
    await user.click(dialog.getAllByRole('button', { name: 'Remove the variable' })[1] ?? add)
    expect(dialog.getAllByRole('textbox', { name: 'Variable name' })).toHaveLength(2)
    await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    await waitFor(() =>
      expect(api.callsTo(order)[0]?.body).toMatchObject({ env: { EPOCHS: '12' } }),
    )
  })

  it('marks an invalid name at its row, and nothing is sent', async () => {
    const { api, dialog, user } = await setup()
    await user.click(await dialog.findByRole('button', { name: 'Add a variable' }))
    const name = dialog.getByRole('textbox', { name: 'Variable name' })
    await user.type(name, '1 EPOCH')
    await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(api.callsTo(order)).toEqual([])
  })
})

describe('an own image', () => {
  it('asks only for the fields that its readiness check needs', async () => {
    const { dialog, ready } = await setupOwn()
    expect(dialog.queryByRole('textbox', { name: 'Port' })).toBeNull()
    await ready('Port accepts connections')
    expect(dialog.getByRole('textbox', { name: 'Port' })).toBeTruthy()
    await ready('Command exits with 0')
    expect(dialog.getByRole('textbox', { name: 'Command' })).toBeTruthy()
    expect(dialog.queryByRole('textbox', { name: 'Port' })).toBeNull()
  })

  it('is ordered with its HTTP readiness check', async () => {
    const { api, dialog, ready, rent, user } = await setupOwn()
    await ready('HTTP response')
    await user.type(dialog.getByRole('textbox', { name: 'Port' }), '8188')
    await rent()
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(1))
    expect(api.callsTo(order)[0]?.body).toMatchObject({
      template: { readiness: { kind: 'http', port: 8188, path: '/' } },
    })
  })

  it('marks an invalid readiness port, and is not sent', async () => {
    const { api, dialog, ready, rent, user } = await setupOwn()
    await ready('Port accepts connections')
    const port = dialog.getByRole('textbox', { name: 'Port' })
    await user.type(port, 'http')
    await rent()
    await waitFor(() => expect(port.getAttribute('aria-invalid')).toBe('true'))
    expect(api.callsTo(order)).toEqual([])
  })

  it('marks an invalid container port, and is not sent', async () => {
    const { api, dialog, rent, user } = await setupOwn()
    const ports = dialog.getByRole('textbox', { name: 'Container ports' })
    await user.type(ports, '8080, many')
    await rent()
    await waitFor(() => expect(ports.getAttribute('aria-invalid')).toBe('true'))
    expect(api.callsTo(order)).toEqual([])
  })

  it('is kept while the user looks at templates', async () => {
    const { dialog, user } = await setupOwn()
    await user.click(dialog.getByRole('radio', { name: 'Template' }))
    await user.click(dialog.getByRole('radio', { name: 'Own image' }))
    expect(typedIn(dialog.getByRole('textbox', { name: 'Image' }))).toBe('debian:12')
  })
})

const web = aTemplate({
  id: sampleId('tpl', 2),
  template_name: 'Web server',
  image_path_with_tag: 'nginx:1',
})

async function setup(answers: Answers = {}) {
  const app = renderApp({
    path: '/instance',
    answers: {
      'GET /api/offers': marketOf([anOffer()]),
      'GET /api/templates': ok([aTemplate()]),
      [quote]: ok(aQuote(), 201),
      [order]: ok({ instance: anInstance() }, 201),
      [`GET /api/instances/${anInstance().id}`]: ok(anInstance()),
      ...answers,
    },
  })
  const table = await screen.findByRole('region', { name: 'Offers' })
  await app.user.click(within(table).getByRole('button', { name: /^Rent NVIDIA/ }))
  return { ...app, dialog: within(await screen.findByRole('dialog')) }
}

async function setupOwn() {
  const app = await setup()
  const { dialog, user } = app
  await user.click(await dialog.findByRole('radio', { name: 'Own image' }))
  await user.type(dialog.getByRole('textbox', { name: 'Image' }), 'debian:12')
  return {
    ...app,
    async ready(when: string) {
      await user.click(dialog.getByRole('combobox', { name: 'Readiness check' }))
      await user.click(await screen.findByText(when))
    },
    async rent() {
      await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    },
  }
}
