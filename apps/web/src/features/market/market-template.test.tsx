import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { anOffer, aQuote, aTemplate, marketOf } from '../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../testing/samples.ts'
import { anOwnTemplate } from '../../testing/template-samples.ts'
import { typedIn } from '../../testing/typed-in.ts'

const lab = anOwnTemplate()
const read = `GET /api/templates/${lab.id}`
const search = 'GET /api/offers'
const order = 'POST /api/container'
const slow = { timeout: 10_000 }

describe('the market with a template in its URL', () => {
  it('searches with the filters of the template, and shows them', async () => {
    const { api, bar } = await setup()
    expect(api.callsTo(search)[0]?.query).toMatchObject({ kind: 'gpu', vram_mib_min: '24576' })
    expect(bar.getByRole('link', { name: 'PyTorch lab' }).getAttribute('href')).toBe(
      `/template/view/${lab.id}`,
    )
    const chips = bar.getByRole('list', { name: 'Filters from the template' })
    expect(chips.textContent).toBe('Kind GPUVRAM at least 24 GiB')
    expect(typedIn(screen.getByLabelText('VRAM'))).toBe('24')
  })

  it('searches no offers before it knows the filters', async () => {
    const late = held(ok(lab))
    const { api } = start({ [read]: late.answer })
    expect(await screen.findByRole('status', { name: 'Loading the template' }, slow)).toBeTruthy()
    expect(api.callsTo(search)).toEqual([])
    late.letGo()
    await screen.findByRole('region', { name: 'Offers' })
  })

  it('removes one of its filters, for the next reload too', async () => {
    const { api, bar, router, user } = await setup()
    await user.click(bar.getByRole('button', { name: 'Remove the filter VRAM' }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ template: lab.id, without: 'vram_mib_min' }),
    )
    await waitFor(() =>
      expect(api.callsTo(search).at(-1)?.query).not.toHaveProperty('vram_mib_min'),
    )
    expect(bar.queryByText(/VRAM/)).toBeNull()
  })

  it('rents without it on request, and its filters go with it', async () => {
    const { bar, router, user } = await setup()
    await user.click(bar.getByRole('button', { name: 'Rent without PyTorch lab' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(screen.queryByRole('region', { name: 'Template' })).toBeNull()
  })

  it('says that the template could not be loaded, and shows the offers', async () => {
    const { api, user } = start({ [read]: refuse('not_found') })
    const bar = within(await screen.findByRole('region', { name: 'Template' }, slow))
    expect(await bar.findByRole('alert')).toBeTruthy()
    expect(await screen.findByRole('region', { name: 'Offers' })).toBeTruthy()
    api.answer(read, ok(lab))
    await user.click(bar.getByRole('button', { name: 'Try again' }))
    expect(await bar.findByRole('link', { name: 'PyTorch lab' })).toBeTruthy()
  })

  it('orders it, with the disk that it recommends', async () => {
    const { api, user } = await setup()
    const dialog = await openRent(user)
    expect(await dialog.findByRole('radio', { name: /^PyTorch lab/ })).toHaveProperty(
      'checked',
      true,
    )
    expect(typedIn(dialog.getByRole('textbox', { name: 'Disk' }))).toBe('60 GB disk')
    await user.click(await dialog.findByRole('button', { name: 'Rent for $0.41/h' }))
    await waitFor(() =>
      expect(api.callsTo(order)[0]?.body).toMatchObject({ template_id: lab.id, disk_gb: 60 }),
    )
  })

  it('offers one of somebody else beside the usual ones', async () => {
    const theirs = anOwnTemplate({ access: 'public', template_name: 'Theirs' })
    const { user } = await setup({ [read]: ok(theirs), 'GET /api/templates': ok([aTemplate()]) })
    const dialog = await openRent(user)
    expect(await dialog.findByRole('radio', { name: /^Theirs/ })).toHaveProperty('checked', true)
    expect(dialog.getByRole('region', { name: 'Public' })).toBeTruthy()
    expect(dialog.getByRole('region', { name: 'Predefined' })).toBeTruthy()
  })
})

describe('the templates of an order', () => {
  it('begin with the default of the account', async () => {
    const usual = { id: lab.id, template_name: 'PyTorch lab', version: '4' }
    const { user } = start({ 'GET /api/templates/default': ok(usual) }, '/instance')
    const dialog = await openRent(user)
    expect(await dialog.findByRole('radio', { name: /^PyTorch lab/ })).toHaveProperty(
      'checked',
      true,
    )
  })

  it('can be searched where there are many', async () => {
    const more = Array.from({ length: 9 }, (_, at) =>
      aTemplate({ id: sampleId('tpl', 20 + at), template_name: `Extra ${at}` }),
    )
    const { user } = start({ 'GET /api/templates': ok([lab, ...more]) }, '/instance')
    const dialog = await openRent(user)
    const field = await dialog.findByRole('searchbox', { name: 'Search templates' })
    await user.type(field, 'NOTEBOOK lab')
    expect(dialog.getAllByRole('radio', { name: /v\d/ })).toHaveLength(1)
    await user.type(field, ' nothing')
    expect(dialog.getByText('No results')).toBeTruthy()
  })

  it('can be made of an own image', async () => {
    const { router, user } = start({}, '/instance')
    const dialog = await openRent(user)
    await user.click(dialog.getByRole('radio', { name: 'Own image' }))
    await user.type(dialog.getByRole('textbox', { name: 'Image' }), 'debian:12')
    await user.type(dialog.getByRole('textbox', { name: 'Container ports' }), '80, 443')
    await user.click(dialog.getByRole('link', { name: 'Save as template' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/template/new'))
    // The dialog has fields with the same names, and stays until the code of the page is loaded.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), slow)
    expect(typedIn(await screen.findByRole('textbox', { name: 'Image' }, slow))).toBe('debian:12')
    expect(typedIn(screen.getByRole('textbox', { name: 'Container ports' }))).toBe('80, 443')
  })
})

type User = ReturnType<typeof renderApp>['user']

async function openRent(user: User) {
  const table = await screen.findByRole('region', { name: 'Offers' }, slow)
  await user.click(within(table).getByRole('button', { name: /^Rent NVIDIA/ }))
  return within(await screen.findByRole('dialog'))
}

async function setup(answers: Answers = {}) {
  const app = start(answers)
  const bar = within(await screen.findByRole('region', { name: 'Template' }, slow))
  await bar.findByRole('link')
  await screen.findByRole('region', { name: 'Offers' }, slow)
  return { ...app, bar }
}

function start(answers: Answers, path = `/instance?template=${lab.id}`) {
  return renderApp({
    path,
    answers: {
      [search]: marketOf([anOffer()]),
      [read]: ok(lab),
      'GET /api/templates': ok([lab, aTemplate()]),
      'POST /api/quotes': ok(aQuote(), 201),
      [order]: ok({ instance: anInstance() }, 201),
      [`GET /api/instances/${anInstance().id}`]: ok(anInstance()),
      ...answers,
    },
  })
}
