import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answer, type Answers, held, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anOffer, aQuote, aTemplate, marketOf } from '../../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../../testing/samples.ts'
import { typedIn } from '../../../testing/typed-in.ts'

const order = 'POST /api/container'
const spare = anOffer({ id: sampleId('ofr', 9), machine_name: 'loom-09' })

describe('the rent dialog', () => {
  it('requests a quote for the selection and shows the price on the button', async () => {
    const { api, dialog } = await setup()
    expect(
      (await dialog.findByRole('button', { name: 'Rent for $0.41/h' })).hasAttribute('disabled'),
    ).toBe(false)
    expect(api.callsTo('POST /api/quotes')[0]?.body).toEqual({
      offer_id: anOffer().id,
      slots: 1,
      disk_gb: 10,
      template_id: aTemplate().id,
    })
  })

  it('warns that a machine is not isolated', async () => {
    const offers = marketOf([anOffer({ isolated: false })])
    const { dialog } = await setup({ 'GET /api/offers': offers })
    expect(dialog.getByRole('note').textContent).toMatch(
      /^Not isolated\. Containers on this machine/,
    )
  })

  it('shows the price breakdown, the hold and how long the balance lasts', async () => {
    const { dialog } = await setup()
    const parts = await dialog.findByRole('list', { name: 'Price breakdown' })
    expect(parts.textContent).toContain('GPU slots 1 slot$0.38/h')
    expect(parts.textContent).toContain('Disk while running 10 GB$0.002/h')
    expect(dialog.getByText('12 h 4 min')).toBeTruthy()
    expect(dialog.getByText('$0.10')).toBeTruthy()
    expect(dialog.getByText('cached, no pull needed')).toBeTruthy()
  })

  it('disables renting until the price is known', async () => {
    const late = held(ok(aQuote()))
    const { dialog } = await setup({ 'POST /api/quotes': late.answer })
    expect((await dialog.findByRole('button', { name: 'Rent' })).hasAttribute('disabled')).toBe(
      true,
    )
    late.letGo()
    expect(
      (await dialog.findByRole('button', { name: 'Rent for $0.41/h' })).hasAttribute('disabled'),
    ).toBe(false)
  })

  it('requests a new quote when the disk changes', async () => {
    const { api, dialog, user } = await setup()
    await dialog.findByRole('button', { name: 'Rent for $0.41/h' })
    const disk = dialog.getByRole('textbox', { name: 'Disk' })
    await user.clear(disk)
    await user.type(disk, '40')
    await waitFor(() =>
      expect(api.callsTo('POST /api/quotes').at(-1)?.body).toMatchObject({ disk_gb: 40 }),
    )
  })

  it('orders with the quote and navigates to the new instance', async () => {
    const { api, dialog, user, router } = await setup()
    await user.type(await dialog.findByRole('textbox', { name: 'Label' }), 'train')
    await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/instance/myinstance/${anInstance().id}`),
    )
    expect(api.callsTo(order)).toHaveLength(1)
    expect(api.callsTo(order)[0]?.body).toMatchObject({
      offer_id: anOffer().id,
      quote_id: aQuote().id,
      template_id: aTemplate().id,
      label: 'train',
      disk_gb: 10,
    })
  })

  it('sends one order on a double click', async () => {
    const late = held(ok({ instance: anInstance() }, 201))
    const { api, dialog, user } = await setup({ [order]: late.answer })
    await user.dblClick(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    late.letGo()
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(1))
  })

  it('keeps the input when it is closed and opened again', async () => {
    const { dialog, user } = await setup()
    await user.type(await dialog.findByRole('textbox', { name: 'Label' }), 'kept')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openDialog(user)
    expect(typedIn(await screen.findByRole('textbox', { name: 'Label' }))).toBe('kept')
  })
})

describe('the code view of the dialog', () => {
  it('shows the order as a command line', async () => {
    const { dialog, user } = await setup()
    await user.type(await dialog.findByRole('textbox', { name: 'Label' }), 'my run')
    await user.click(await dialog.findByRole('button', { name: 'API / CLI' }))
    await user.click(await screen.findByRole('radio', { name: 'Command line' }))
    const line = `gridloom rent ${anOffer().id} --template debian-shell --disk 10 --label 'my run'`
    expect(await screen.findByText(line)).toBeTruthy()
  })

  it('names the image when the source is an own image', async () => {
    const { dialog, user } = await setup()
    await user.click(await dialog.findByRole('radio', { name: 'Own image' }))
    await user.type(dialog.getByRole('textbox', { name: 'Image' }), 'debian:12')
    await user.click(await dialog.findByRole('button', { name: 'API / CLI' }))
    await user.click(await screen.findByRole('radio', { name: 'Command line' }))
    const line = `gridloom rent ${anOffer().id} --image debian:12 --disk 10`
    expect(await screen.findByText(line)).toBeTruthy()
  })
})

describe('an own image', () => {
  it('is ordered with its launch mode, ports and environment', async () => {
    const { api, dialog, user } = await setup()
    await user.click(await dialog.findByRole('radio', { name: 'Own image' }))
    await user.type(dialog.getByRole('textbox', { name: 'Image' }), 'ghcr.io/ada/trainer:1')
    await user.type(dialog.getByRole('textbox', { name: 'Container ports' }), '8080, 6006')
    await user.click(dialog.getByRole('button', { name: 'Add a variable' }))
    await user.type(dialog.getByRole('textbox', { name: 'Variable name' }), 'EPOCHS')
    await user.type(dialog.getByRole('textbox', { name: 'Value of EPOCHS' }), '12')
    await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(1))
    expect(api.callsTo(order)[0]?.body).toMatchObject({
      env: { EPOCHS: '12' },
      template: {
        image_path_with_tag: 'ghcr.io/ada/trainer:1',
        launch_mode: 'shell',
        ports: [8080, 6006],
      },
    })
  })

  it('with an invalid name shows an error at its field and is not sent', async () => {
    const { api, dialog, user } = await setup()
    await user.click(await dialog.findByRole('radio', { name: 'Own image' }))
    await user.type(dialog.getByRole('textbox', { name: 'Image' }), 'Not An Image')
    await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    expect(await dialog.findByText(/must be an image such as/)).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: 'Image' }).getAttribute('aria-invalid')).toBe('true')
    expect(api.callsTo(order)).toEqual([])
  })
})

describe('a rejected order', () => {
  it('for insufficient funds shows balance and hold, and keeps the input', async () => {
    const { dialog, rent, user } = await setup({
      [order]: refuse('insufficient_funds', { error: 'The balance does not cover this.' }),
    })
    await user.type(await dialog.findByRole('textbox', { name: 'Label' }), 'train')
    await rent()
    const notice = await dialog.findByRole('alert')
    expect(notice.textContent).toContain('Not enough balance')
    expect(notice.textContent).toContain('Your balance is $5.00. Starting puts $0.10 on hold.')
    expect(typedIn(dialog.getByRole('textbox', { name: 'Label' }))).toBe('train')
  })

  it('for a taken offer suggests the next best, and switches to it with all input', async () => {
    const { api, dialog, rent, user } = await setup({
      [order]: refusedNaming(spare.id),
      [`GET /api/offers/${spare.id}`]: ok(spare),
    })
    await user.type(await dialog.findByRole('textbox', { name: 'Label' }), 'train')
    await rent()
    expect((await dialog.findByText(/The next best is/)).textContent).toContain(
      'on loom-09 for about $0.41/h',
    )
    expect(dialog.getByRole('button', { name: 'Rent' }).hasAttribute('disabled')).toBe(true)
    api.answer(order, ok({ instance: anInstance() }, 201))
    await user.click(dialog.getByRole('button', { name: 'Switch to loom-09' }))
    await rent()
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(2))
    expect(api.callsTo(order)[1]?.body).toMatchObject({ offer_id: spare.id, label: 'train' })
  })

  it('for a taken offer without a suggestion searches for one at least as large', async () => {
    const { api, dialog, rent } = await setup({ [order]: refuse('offer_taken') })
    await dialog.findByRole('button', { name: 'Rent for $0.41/h' })
    api.answer('GET /api/offers', marketOf([anOffer(), spare]))
    await rent()
    expect(
      (await dialog.findByRole('button', { name: 'Switch to loom-09' })).hasAttribute('disabled'),
    ).toBe(false)
    expect(api.callsTo('GET /api/offers').at(-1)?.query).toMatchObject({
      kind: 'gpu',
      slots_min: '1',
      disk_gb_min: '10',
      vcpus_min: '16',
    })
  })

  it('for a taken offer explains when no similar offer is available', async () => {
    const { api, dialog, rent } = await setup({ [order]: refuse('offer_taken') })
    await dialog.findByRole('button', { name: 'Rent for $0.41/h' })
    api.answer('GET /api/offers', marketOf([anOffer()]))
    await rent()
    expect(await dialog.findByText(/no similar offer is available right now/)).toBeTruthy()
  })

  it('for an expired quote requests a new price and then rents at it', async () => {
    const { api, dialog, rent, user } = await setup({ [order]: refuse('quote_expired') })
    await rent()
    expect(await dialog.findByText(/The price lock expired/)).toBeTruthy()
    api.answer(order, ok({ instance: anInstance() }, 201))
    const dearer = aQuote({ id: sampleId('quo', 2), running_micro_usd_per_hour: 520_000 })
    api.answer('POST /api/quotes', ok(dearer, 201))
    await user.click(dialog.getByRole('button', { name: 'Get a new price' }))
    await user.click(await dialog.findByRole('button', { name: 'Rent for $0.52/h' }))
    await waitFor(() => expect(api.callsTo(order)).toHaveLength(2))
    expect(api.callsTo(order)[1]?.body).toMatchObject({ quote_id: dearer.id })
  })

  it('with field errors shows them at the fields', async () => {
    const { dialog, rent } = await setup({
      [order]: refuse('invalid_input', { fields: { disk_gb: 'only 8 GB are left' } }),
    })
    await rent()
    expect(await dialog.findByText('only 8 GB are left')).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: 'Disk' }).getAttribute('aria-invalid')).toBe('true')
  })

  it('for an offline machine shows that it went offline', async () => {
    const { dialog, rent } = await setup({ [order]: refuse('machine_offline') })
    await rent()
    expect(await dialog.findByText('The machine went offline')).toBeTruthy()
  })
})

describe('the price lock', () => {
  it('cannot be used after it expires, only renewed', async () => {
    const over = aQuote({ expires_at: '2020-01-01T00:00:00.000Z' })
    const { api, dialog, user } = await setup({ 'POST /api/quotes': ok(over, 201) })
    expect(await dialog.findByText('The price lock expired.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /Rent for/ })).toBeNull()
    api.answer('POST /api/quotes', ok(aQuote(), 201))
    await user.click(dialog.getByRole('button', { name: 'Renew' }))
    expect(
      (await dialog.findByRole('button', { name: 'Rent for $0.41/h' })).hasAttribute('disabled'),
    ).toBe(false)
  })

  it('can be renewed at any time', async () => {
    const { api, dialog, user } = await setup()
    await user.click(await dialog.findByRole('button', { name: 'Renew' }))
    await waitFor(() => expect(api.callsTo('POST /api/quotes')).toHaveLength(2))
  })

  it('shows an error with a retry when the quote fails', async () => {
    const { api, dialog, user } = await setup({ 'POST /api/quotes': refuse('forbidden') })
    expect(await dialog.findByText('Something went wrong')).toBeTruthy()
    api.answer('POST /api/quotes', ok(aQuote(), 201))
    await user.click(dialog.getByRole('button', { name: 'Get a new price' }))
    expect(
      (await dialog.findByRole('button', { name: 'Rent for $0.41/h' })).hasAttribute('disabled'),
    ).toBe(false)
  })
})

function refusedNaming(nextOfferId: string): Answer {
  const details = { next: '', next_offer_id: nextOfferId }
  const body = {
    status: 'error',
    error: 'This offer was just taken.',
    code: 'offer_taken',
    details,
  }
  return () => Response.json(body, { status: 409 })
}

type User = ReturnType<typeof renderApp>['user']

async function openDialog(user: User): Promise<HTMLElement> {
  const table = await screen.findByRole('region', { name: 'Offers' }, { timeout: 5_000 })
  await user.click(within(table).getByRole('button', { name: /^Rent NVIDIA/ }))
  return screen.findByRole('dialog')
}

async function setup(answers: Answers = {}) {
  const app = renderApp({
    path: '/instance',
    answers: {
      'GET /api/offers': marketOf([anOffer()]),
      'GET /api/templates': ok([aTemplate()]),
      'POST /api/quotes': ok(aQuote(), 201),
      [order]: ok({ instance: anInstance() }, 201),
      [`GET /api/instances/${anInstance().id}`]: ok(anInstance()),
      ...answers,
    },
  })
  const dialog = within(await openDialog(app.user))
  return {
    ...app,
    dialog,
    async rent() {
      await app.user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    },
  }
}
