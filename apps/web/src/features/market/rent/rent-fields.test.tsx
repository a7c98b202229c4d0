import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aQuote, aTemplate } from '../../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const order = 'POST /api/container'
const quote = 'POST /api/quotes'

describe('what to run', () => {
  it('has the shape of what comes while the templates are on their way', async () => {
    const late = held(ok([aTemplate()]))
    const { dialog } = await setup({ 'GET /api/templates': late.answer })
    expect(await dialog.findByRole('status', { name: 'Loading templates' })).toBeTruthy()
    late.letGo()
    expect(await dialog.findByRole('radio', { name: /^Debian shell/ })).toBeTruthy()
  })

  it('says why there are no templates, and asks again', async () => {
    const { api, dialog, user } = await setup({ 'GET /api/templates': refuse('forbidden') })
    expect(await dialog.findByText('The templates could not be loaded')).toBeTruthy()
    api.answer('GET /api/templates', ok([aTemplate()]))
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByRole('radio', { name: /^Debian shell/ })).toBeTruthy()
  })

  it('is the first template until another one is chosen, and says which need no pull', async () => {
    const { api, dialog, user } = await setup({ 'GET /api/templates': ok([aTemplate(), web]) })
    const first = await dialog.findByRole('radio', { name: /^Debian shell.*cached/ })
    expect(first).toHaveProperty('checked', true)
    await user.click(dialog.getByRole('radio', { name: /^Web server/ }))
    expect(first).toHaveProperty('checked', false)
    await waitFor(() =>
      expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ template_id: web.id }),
    )
  })

  it('takes the disk that a template recommends, until the renter says otherwise', async () => {
    const large = aTemplate({ id: sampleId('tpl', 3), name: 'Large', recommended_disk_gb: 80 })
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

describe('how large', () => {
  it('says what each number of slots is of the machine, and asks for its price', async () => {
    const { api, dialog, user } = await setup()
    const slots = await dialog.findByRole('textbox', { name: 'Slots' })
    expect(dialog.getByText('1 × NVIDIA GeForce RTX 4090 · 16 vCPU · 64 GiB memory')).toBeTruthy()
    slots.focus()
    await user.keyboard('{ArrowUp}')
    expect(dialog.getByText('2 × NVIDIA GeForce RTX 4090 · 32 vCPU · 128 GiB memory')).toBeTruthy()
    await waitFor(() => expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ slots: 2 }))
  })

  it('is never more slots than are free', async () => {
    const { dialog, user } = await setup()
    const slots = await dialog.findByRole('textbox', { name: 'Slots' })
    slots.focus()
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(typedIn(slots)).toBe('3 slots')
  })

  it('leaves no choice where one slot is free', async () => {
    const { dialog } = await setup({
      'GET /api/offers': ok({ offers: [anOffer({ slots_free: 1 })], total: 1, more: false }),
    })
    const slots = await dialog.findByRole('textbox', { name: 'Slots' })
    expect(slots.hasAttribute('disabled')).toBe(true)
  })

  it('moves the disk with the arrow keys, and says what is free', async () => {
    const { dialog, user } = await setup()
    const slider = await dialog.findByRole('slider', { name: 'Disk in GB' })
    slider.focus()
    await user.keyboard('{ArrowRight}')
    expect(typedIn(dialog.getByRole('textbox', { name: 'Disk' }))).toBe('11 GB disk')
    expect(dialog.getByText(/212 GB free on this machine/)).toBeTruthy()
  })

  it('never orders a larger disk than is free', async () => {
    const { api, dialog, user } = await setup()
    const disk = await dialog.findByRole('textbox', { name: 'Disk' })
    await user.clear(disk)
    await user.type(disk, '900')
    await waitFor(() => expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ disk_gb: 212 }))
  })
})

describe('the environment', () => {
  it('loses a row that is taken away, and sends none without a name', async () => {
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

  it('is told at the row which name cannot be one, and nothing is sent', async () => {
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
  it('is asked only for what its readiness needs', async () => {
    const { dialog, ready } = await setupOwn()
    expect(dialog.queryByRole('textbox', { name: 'Port' })).toBeNull()
    await ready('A port accepts connections')
    expect(dialog.getByRole('textbox', { name: 'Port' })).toBeTruthy()
    await ready('A command exits with 0')
    expect(dialog.getByRole('textbox', { name: 'Command' })).toBeTruthy()
    expect(dialog.queryByRole('textbox', { name: 'Port' })).toBeNull()
  })

  it('is ordered with the address that says when it is ready', async () => {
    const { api, dialog, ready, rent, user } = await setupOwn()
    await ready('An HTTP path responds')
    await user.type(dialog.getByRole('textbox', { name: 'Port' }), '8188')
    await rent()
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(1))
    expect(api.callsTo(order)[0]?.body).toMatchObject({
      template: { readiness: { kind: 'http', port: 8188, path: '/' } },
    })
  })

  it('is told at the port that it is none', async () => {
    const { api, dialog, ready, rent, user } = await setupOwn()
    await ready('A port accepts connections')
    const port = dialog.getByRole('textbox', { name: 'Port' })
    await user.type(port, 'http')
    await rent()
    await waitFor(() => expect(port.getAttribute('aria-invalid')).toBe('true'))
    expect(api.callsTo(order)).toEqual([])
  })

  it('is told at the ports inside that one of them is none', async () => {
    const { api, dialog, rent, user } = await setupOwn()
    const ports = dialog.getByRole('textbox', { name: 'Container ports' })
    await user.type(ports, '8080, many')
    await rent()
    await waitFor(() => expect(ports.getAttribute('aria-invalid')).toBe('true'))
    expect(api.callsTo(order)).toEqual([])
  })

  it('is kept while a template is looked at', async () => {
    const { dialog, user } = await setupOwn()
    await user.click(dialog.getByRole('radio', { name: 'Template' }))
    await user.click(dialog.getByRole('radio', { name: 'Own image' }))
    expect(typedIn(dialog.getByRole('textbox', { name: 'Image' }))).toBe('debian:12')
  })
})

const web = aTemplate({
  id: sampleId('tpl', 2),
  name: 'Web server',
  image_path_with_tag: 'nginx:1',
})

async function setup(answers: Answers = {}) {
  const app = renderApp({
    path: '/instance',
    answers: {
      'GET /api/offers': ok({ offers: [anOffer()], total: 1, more: false }),
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
      await user.click(dialog.getByRole('combobox', { name: 'Ready when' }))
      await user.click(await screen.findByText(when))
    },
    async rent() {
      await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    },
  }
}
