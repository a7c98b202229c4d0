import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, held, inTurn, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aTemplate } from '../../../testing/renter-samples.ts'
import { sampleId, someDetails } from '../../../testing/samples.ts'
import { anOwnTemplate } from '../../../testing/template-samples.ts'

const list = 'GET /api/templates'
const own = anOwnTemplate()
const one = `/api/templates/${own.id}`
/** The first screen of a file has to wait for its code to load. */
const slow = { timeout: 10_000 }

describe('the list of templates', () => {
  it('shows what each runs, how often it is used and how reliably it starts', async () => {
    const fresh = anOwnTemplate({
      id: sampleId('tpl', 8),
      template_name: 'Fresh',
      uses: 3,
      starts: { succeeded: 3, failed: 0 },
    })
    setup({ [list]: ok([own, fresh]) })
    const row = within(await screen.findByRole('row', { name: /PyTorch lab/ }, slow))
    expect(row.getByText('ghcr.io/ada/lab:2.7')).toBeTruthy()
    expect(row.getByText('1.24k')).toBeTruthy()
    expect(row.getByText('97 % of starts succeeded')).toBeTruthy()
    const other = within(screen.getByRole('row', { name: /Fresh/ }))
    expect(other.getByText('New')).toBeTruthy()
  })

  it('asks for the list, the search and the tag that the URL names', async () => {
    const { api } = setup({ [list]: ok([own]) }, '/template?list=public&q=torch&tag=notebook')
    await screen.findByRole('row', { name: /PyTorch lab/ }, slow)
    expect(api.callsTo(list)[0]?.query).toEqual({
      list: 'public',
      search: 'torch',
      tag: 'notebook',
      offset: '0',
      limit: '50',
    })
  })

  it('keeps the list, the search and a clicked tag in the URL', async () => {
    const { router, user } = setup({ [list]: ok([own]) })
    await user.click(await screen.findByRole('tab', { name: 'Public' }, slow))
    await waitFor(() => expect(router.state.location.search).toEqual({ list: 'public' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search templates' }), 'lab')
    await waitFor(() => expect(router.state.location.search).toEqual({ list: 'public', q: 'lab' }))
    await user.click(await screen.findByRole('button', { name: 'Show templates tagged notebook' }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ list: 'public', q: 'lab', tag: 'notebook' }),
    )
  })

  it('names the company whose templates they are', async () => {
    const company = { company_id: sampleId('acc', 9), name: 'Acme', role: 'owner' }
    setup({ 'GET /api/user/details': ok(someDetails({ active_company: company })) })
    expect(await screen.findByRole('tab', { name: 'Acme' }, slow)).toBeTruthy()
  })

  it('shows more on request', async () => {
    const page = Array.from({ length: 50 }, (_, at) =>
      anOwnTemplate({ id: sampleId('tpl', 100 + at), template_name: `Template ${at}` }),
    )
    const { api, user } = setup({ [list]: inTurn(ok(page), ok([own])) })
    await user.click(await screen.findByRole('button', { name: 'Show more' }, slow))
    expect(await screen.findByRole('row', { name: /PyTorch lab/ })).toBeTruthy()
    expect(api.callsTo(list)[1]?.query).toMatchObject({ offset: '50' })
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('shows a skeleton, then what a template is and how to begin', async () => {
    const late = held(ok([]))
    setup({ [list]: late.answer })
    expect(await screen.findByRole('status', { name: 'Loading templates' }, slow)).toBeTruthy()
    late.letGo()
    expect(await screen.findByText('No templates yet')).toBeTruthy()
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('link', { name: 'New template' })[0]?.getAttribute('href')).toBe(
      '/template/new',
    )
  })

  it('offers to clear filters that nothing fits', async () => {
    const { router, user } = setup({}, '/template?q=nothing')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }, slow))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('shows an error with a retry', async () => {
    const { api, user } = setup({ [list]: refuse('forbidden') })
    await screen.findByText('The templates could not be loaded', {}, slow)
    api.answer(list, ok([own]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('row', { name: /PyTorch lab/ })).toBeTruthy()
  })

  it('shows the list and its search as code', async () => {
    const { user } = setup({ [list]: ok([own]) }, '/template?list=public&q=torch lab')
    await user.click(await screen.findByRole('button', { name: 'API / CLI' }, slow))
    await user.click(await screen.findByRole('radio', { name: 'Command line' }))
    const line = "gridloom templates list --public --search 'torch lab'"
    expect(await screen.findByText(line)).toBeTruthy()
  })
})

describe('the actions of a template', () => {
  it('open the market with it', async () => {
    setup({ [list]: ok([own]) })
    const use = await screen.findByRole('link', { name: 'Use PyTorch lab' }, slow)
    expect(use.getAttribute('href')).toBe(`/instance?template=${own.id}`)
  })

  it('copy it and open the copy in the editor', async () => {
    const copy = anOwnTemplate({ id: sampleId('tpl', 8), template_name: 'PyTorch lab 2' })
    const { api, router, user } = setup({
      [list]: ok([own]),
      'POST /api/templates/copy': ok(copy, 201),
      [`GET /api/templates/${copy.id}`]: ok(copy),
      [`GET /api/templates/${copy.id}/versions`]: ok([]),
    })
    await choose(user, 'Copy')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/template/${copy.id}`))
    expect(api.callsTo('POST /api/templates/copy')[0]?.body).toEqual({ id: own.id })
    expect(await screen.findByText('Copied as PyTorch lab 2')).toBeTruthy()
  })

  it('make it the default, and mark the default', async () => {
    const put = 'PUT /api/templates/default'
    const chosen = { id: own.id, template_name: 'PyTorch lab', version: '4' }
    const { api, user } = setup({ [list]: ok([own]), [put]: ok(chosen) })
    await screen.findByRole('row', { name: /PyTorch lab/ }, slow)
    expect(screen.queryByText('Default')).toBeNull()
    api.answer('GET /api/templates/default', ok(chosen))
    await choose(user, 'Set as default')
    expect(await screen.findByText('Default')).toBeTruthy()
    expect(api.callsTo(put)[0]?.body).toEqual({ id: own.id })
  })

  it('delete it after a confirmation, and keep the reason of a refusal', async () => {
    const { api, user } = setup({ [list]: ok([own]) })
    const call = `DELETE ${one}`
    api.answer(call, refuse('forbidden'))
    await choose(user, 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Instances that run it keep running/)).toBeTruthy()
    expect(api.callsTo(call)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete template' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    api.answer(call, ok({}))
    api.answer(list, ok([]))
    await user.click(dialog.getByRole('button', { name: 'Delete template' }))
    expect(await screen.findByText('Deleted PyTorch lab')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are fewer for templates of others', async () => {
    const { user } = setup({ [list]: ok([aTemplate()]) }, '/template?list=predefined')
    await user.click(await screen.findByRole('button', { name: 'Actions of Debian shell' }, slow))
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
    expect(items).toEqual(['Copy to my templates', 'Export', 'Set as default'])
  })
})

describe('sharing a template', () => {
  it('shows its link and code, and renews the code after a confirmation', async () => {
    const renewed = anOwnTemplate({ template_code: '9z7m2p9qx3ws8z1b' })
    const { user } = setup({
      [list]: ok([own]),
      [`GET ${one}`]: inTurn(ok(own), ok(renewed)),
      [`POST ${one}/code`]: ok(renewed),
    })
    await choose(user, 'Share')
    const dialog = within(await screen.findByRole('dialog'))
    const link = `http://localhost/template/view/${own.id}?code=4k7m2p9qx3ws8z1b`
    expect(await dialog.findByText(link)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Renew code' }))
    const question = within(await screen.findByRole('dialog', { name: 'Renew the code?' }))
    await user.click(question.getByRole('button', { name: 'Renew code' }))
    expect(await dialog.findByText('9z7m2p9qx3ws8z1b')).toBeTruthy()
  })

  it('lists it for everyone without changing anything else', async () => {
    const listed = anOwnTemplate({ public_template: true })
    const { api, user } = setup({
      [list]: ok([own]),
      [`GET ${one}`]: inTurn(ok(own), ok(listed)),
      [`PUT ${one}`]: ok(listed),
    })
    await choose(user, 'Share')
    const dialog = within(await screen.findByRole('dialog'))
    const isPublic = await dialog.findByRole('switch', { name: /^Public/ })
    await user.click(isPublic)
    await waitFor(() => expect(isPublic).toHaveProperty('checked', true))
    expect(api.callsTo(`PUT ${one}`)[0]?.body).toMatchObject({
      public_template: true,
      from_version: '4',
      on_start_script: own.on_start_script,
      env: own.env,
    })
  })
})

it('exports a template in the chosen format', async () => {
  const { api, user } = setup({
    [list]: ok([own]),
    [`GET ${one}/export`]: (call) => ok({ text: `as ${call.query.format}` })(call),
  })
  await choose(user, 'Export')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('as json')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Compose' }))
  expect(await dialog.findByText('as compose')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Download' })).toBeTruthy()
  expect(api.callsTo(`GET ${one}/export`)).toHaveLength(2)
})

type User = ReturnType<typeof renderApp>['user']

async function choose(user: User, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Actions of PyTorch lab' }, slow))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

function setup(answers: Answers, path = '/template') {
  return renderApp({ path, answers: { [`GET ${one}`]: ok(own), ...answers } })
}
