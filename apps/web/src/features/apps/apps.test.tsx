import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApp, anAppQuote, anAppSummary } from '../../testing/app-samples.ts'
import { type Answers, held, inTurn, ok, refuse, unreachable } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aCpuOffer, anOffer } from '../../testing/renter-samples.ts'
import { anInstance, sampleId } from '../../testing/samples.ts'

const list = 'GET /api/apps'
const one = 'GET /api/apps/web-page'
const quote = 'POST /api/apps/web-page/quote'
const launch = 'POST /api/apps/web-page/launch'
/** The first screen of a file has to wait for its code to load. */
const slow = { timeout: 10_000 }
const instance = anInstance({
  ...{ id: sampleId('ins', 4), ready: false, state: 'pulling', charging: null },
  ...{ template_name: 'Web page', template: null, ports: [8080] },
  app: {
    ...{ slug: 'web-page', version: '1', name: 'Web page' },
    login: [
      { label: 'User', value: 'web', secret: false },
      { label: 'Password', value: 's3cret', secret: true },
    ],
  },
  links: [{ title: 'Website', port: 8080, path: '/' }],
  progress: { text: 'Building the image', percent: 34, done_bytes: null, total_bytes: null },
})
const read = `GET /api/instances/${instance.id}`
const ports = `GET /api/instances/${instance.id}/ports`
const address = 'https://8080-ins4.apps.example.net'

describe('the app store', () => {
  it('shows the price now, how soon an app is ready and where its image comes from', async () => {
    const far = anAppSummary({
      ...{ slug: 'far', name: 'Far', registry: 'ghcr.io', from_micro_usd_per_hour: null },
      ...{ offers: 0, held_machines: 0, ready_held_s: null, ready_s: null },
    })
    renderApp({ path: '/appStore', answers: { [list]: ok([anAppSummary(), far]) } })
    expect(await screen.findByText('$0.042/h', undefined, slow)).toBeTruthy()
    expect(screen.getByText('Ready in ~1 s on 3 machines')).toBeTruthy()
    expect(screen.getByText('Built on the machine')).toBeTruthy()
    expect(screen.getByText('No free machine fits now')).toBeTruthy()
    expect(screen.getByText('Downloads from ghcr.io')).toBeTruthy()
  })

  it('keeps the search and the category in the URL and asks for them', async () => {
    const { user, router, api } = renderApp({
      path: '/appStore',
      answers: { [list]: ok([anAppSummary()]) },
    })
    await user.click(await screen.findByRole('tab', { name: 'Games' }, slow))
    await user.type(screen.getByRole('searchbox', { name: 'Search apps' }), 'mine')
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ category: 'games', q: 'mine' }),
    )
    await waitFor(() =>
      expect(api.callsTo(list).at(-1)?.query).toEqual({ category: 'games', search: 'mine' }),
    )
  })

  it('shows a skeleton, what to do without a result, and an error with another try', async () => {
    const late = held(ok([]))
    const answers = { [list]: inTurn(late.answer, refuse('forbidden'), ok([anAppSummary()])) }
    const { user } = renderApp({ path: '/appStore?q=nothing', answers })
    expect(await screen.findByRole('status', { name: 'Loading apps' }, slow)).toBeTruthy()
    late.letGo()
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Web page' })).toBeTruthy()
  })

  it('is open to visitors, and a launch asks them to sign in', async () => {
    const { user, runtime } = renderApp({
      ...{ path: '/appStore/web-page', token: null },
      answers: { [one]: ok(anApp()) },
    })
    await user.click(await screen.findByRole('button', { name: 'Launch' }, slow))
    const { showLogin, accessFlow } = runtime.auth.store.getState()
    expect(showLogin).toBe(true)
    expect(accessFlow).toBe('/appStore/web-page?launch=true')
  })
})

describe('an app', () => {
  it('shows its measured starts, its needs and its description without its HTML', async () => {
    setup()
    const starts = within(await screen.findByRole('table', { name: 'Start times' }, slow))
    expect(starts.getByText('~1 s')).toBeTruthy()
    expect(starts.getByText('~1 min 20 s')).toBeTruthy()
    expect(screen.getByText('at least 2 GiB')).toBeTruthy()
    expect(await screen.findByText('files')).toBeTruthy()
    expect(document.querySelector('img[onerror]')).toBeNull()
  })

  it('says when it was never measured, and that none is there', async () => {
    const { unmount } = setup({ [one]: ok(anApp({ starts: [] })) })
    expect(await screen.findByText(/Not measured yet/, undefined, slow)).toBeTruthy()
    unmount()
    setup({ [one]: refuse('not_found') })
    expect(await screen.findByText('The app could not be loaded', undefined, slow)).toBeTruthy()
  })
})

describe('the launch dialog', () => {
  it('launches on the best offer at its price, with what was typed and its key', async () => {
    const { user, api, router } = setup({ [launch]: ok({ instance }, 201) }, '?launch=true')
    const dialog = within(await screen.findByRole('dialog', undefined, slow))
    await user.clear(dialog.getByLabelText('Title'))
    await user.type(dialog.getByLabelText('Title'), 'Hello')
    await user.selectOptions(dialog.getByLabelText('Licence'), 'yes')
    await user.click(await dialog.findByRole('button', { name: 'Launch for $0.41/h' }))
    await waitFor(() => expect(api.callsTo(launch)).toHaveLength(1))
    const [call] = api.callsTo(launch)
    expect(call?.body).toMatchObject({
      ...{ offer_id: anOffer().id, quote_id: sampleId('quo', 1), version: '1', disk_gb: 10 },
      fields: { TITLE: 'Hello', LICENCE: 'yes' },
    })
    await waitFor(() => expect(router.state.location.search).toEqual({ instance: instance.id }))
    expect(await screen.findByText('Building the image')).toBeTruthy()
    expect(screen.getByText('34 %')).toBeTruthy()
  })

  it('marks a field that is wrong before it asks, and one that the server refuses', async () => {
    const refused = refuse('invalid_input', { fields: { 'fields.TITLE': 'Use another title' } })
    const { user, api } = setup({ [launch]: refused }, '?launch=true')
    const dialog = within(await screen.findByRole('dialog', undefined, slow))
    const button = await dialog.findByRole('button', { name: /^Launch for/ })
    await user.clear(dialog.getByLabelText('Size'))
    await user.type(dialog.getByLabelText('Size'), '11')
    await user.click(button)
    expect(dialog.getByText('Use at most 10')).toBeTruthy()
    expect(dialog.getByText('Licence is required')).toBeTruthy()
    expect(api.callsTo(launch)).toHaveLength(0)
    await user.clear(dialog.getByLabelText('Size'))
    await user.type(dialog.getByLabelText('Size'), '9')
    await user.selectOptions(dialog.getByLabelText('Licence'), 'yes')
    await user.click(button)
    expect(await dialog.findByText('Use another title')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Size').value).toBe('9')
  })

  it('asks for the price of another machine that is chosen', async () => {
    const { user, api } = setup({}, '?launch=true')
    const dialog = within(await screen.findByRole('dialog', undefined, slow))
    await user.selectOptions(await dialog.findByLabelText('Machine'), aCpuOffer().id)
    await waitFor(() =>
      expect(api.callsTo(quote).at(-1)?.body).toMatchObject({ offer_id: aCpuOffer().id }),
    )
  })

  it('says that no machine fits, and leads to the market', async () => {
    setup({ [quote]: refuse('no_offer_fits') }, '?launch=true')
    const dialog = within(await screen.findByRole('dialog', undefined, slow))
    const browse = await dialog.findByRole('link', { name: 'Browse offers' })
    expect(browse.getAttribute('href')).toContain('/instance')
  })

  it('sends an order whose answer was lost again with the same key', async () => {
    const answers = { [launch]: inTurn(...lost, ok({ instance }, 201)) }
    const { user, api } = setup(answers, '?launch=true')
    const dialog = within(await screen.findByRole('dialog', undefined, slow))
    await user.selectOptions(dialog.getByLabelText('Licence'), 'yes')
    await user.click(await dialog.findByRole('button', { name: /^Launch for/ }))
    await user.click(await dialog.findByRole('button', { name: 'Send again' }, slow))
    expect(await screen.findByText('Building the image')).toBeTruthy()
    const keys = api.callsTo(launch).map(({ key }) => key)
    expect(new Set(keys)).toEqual(new Set([sampleId('quo', 1)]))
  })

  it('shows Open and the login once it is ready, with the password hidden', async () => {
    const ready = { ...instance, ready: true, state: 'running', progress: null }
    const { user } = setup({ [read]: ok(ready) }, `?instance=${instance.id}`)
    const open = await screen.findByRole('link', { name: 'Open' }, slow)
    expect(open.getAttribute('href')).toBe(`${address}/`)
    const login = within(screen.getByLabelText('Login of Web page'))
    expect(login.getByText('web')).toBeTruthy()
    expect(login.queryByText('s3cret')).toBeNull()
    await user.click(login.getByRole('button', { name: 'Show password' }))
    expect(login.getByText('s3cret')).toBeTruthy()
  })

  it('says why it failed in the words of its log, and goes to another machine', async () => {
    const failed = {
      ...{ ...instance, state: 'failed', progress: null },
      reason: {
        ...{ code: 'start_script_failed', text: 'The start script failed.', exit_code: 1 },
        machine_says: 'Last log lines: no such model',
      },
    }
    const destroy = `DELETE /api/instances/${instance.id}`
    const answers = { [read]: ok(failed), [destroy]: ok({ ...failed, state: 'destroyed' }) }
    const { user, router, api } = setup(answers, `?instance=${instance.id}`)
    expect(await screen.findByText('The start script failed.', undefined, slow)).toBeTruthy()
    expect(screen.getByText(/no such model/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Destroy it and choose another machine' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ launch: true }))
    expect(api.callsTo(destroy)).toHaveLength(1)
    expect(await screen.findByRole('button', { name: /^Launch for/ })).toBeTruthy()
  })

  it('shows how to connect to an app that no browser opens', async () => {
    const ready = { ...instance, ready: true, state: 'running', progress: null, links: [] }
    setup({ [read]: ok({ ...ready, ports: [5432] }) }, `?instance=${instance.id}`)
    expect(
      await screen.findByText(`gridloom forward ${instance.id} 5432`, undefined, slow),
    ).toBeTruthy()
  })
})

/** The call and each of its repetitions. */
const lost = Array.from({ length: 4 }, () => unreachable())

function setup(answers: Answers = {}, search = '') {
  return renderApp({
    path: `/appStore/web-page${search}`,
    answers: {
      [one]: ok(anApp()),
      [quote]: ok(anAppQuote(), 201),
      [read]: ok(instance),
      [ports]: ok([{ port: 8080, url: address, access: 'private', links: 0, tcp: null }]),
      ...answers,
    },
  })
}
