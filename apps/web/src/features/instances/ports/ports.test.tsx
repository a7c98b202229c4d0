import type { PortAddress, PortAnswer } from '@gridloom/contract/ports/port-address'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, ok, refuse } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { anInstance, sampleId, someConfig } from '../../../testing/samples.ts'

const { id } = anInstance()
const url = 'https://8080-ins0123456789abcdef.apps.example.net'
const linkId = sampleId('lnk', 1)

describe('the ports of an instance', () => {
  it('show what answers, with an address to open and to copy', async () => {
    const { port, user } = await setup()
    expect(await port().findByText('HTTP 200')).toBeTruthy()
    expect(port().getByText('JupyterLab')).toBeTruthy()
    expect(port().getByText('12 ms')).toBeTruthy()
    expect(port().getByRole('link', { name: 'Open port 8080' }).getAttribute('href')).toBe(url)
    await user.click(port().getByRole('button', { name: 'Copy address of port 8080' }))
    expect(await navigator.clipboard.readText()).toBe(url)
    expect(screen.getByText(`gridloom forward ${id} 8080:8080`)).toBeTruthy()
  })

  it.each<[PortAnswer, string]>([
    [{ kind: 'nothing' }, 'Nothing is listening'],
    [{ kind: 'other', latency_ms: 3 }, 'Accepts connections'],
    [{ kind: 'unavailable' }, 'Not available'],
  ])('say what else a port may answer: %o', async (answer, words) => {
    const { port } = await setup({ answer })
    expect(await port().findByText(words)).toBeTruthy()
  })

  it('are not probed before the instance is ready', async () => {
    const { port, api } = await setup({ instance: { ready: false } })
    expect(port().getByText('Available when ready')).toBeTruthy()
    expect(api.callsTo(`GET /api/instances/${id}/ports/8080/answer`)).toEqual([])
  })

  it('have no tab where the installation serves no addresses', async () => {
    renderApp({
      path: `/instance/myinstance/${id}`,
      answers: { [`GET /api/instances/${id}`]: ok(anInstance({ ports: [8080] })) },
    })
    await screen.findByRole('tab', { name: 'Logs' })
    expect(screen.queryByRole('tab', { name: 'Ports' })).toBeNull()
  })
})

describe('who can open a port', () => {
  it('is changed at once, and shown with its meaning', async () => {
    const { port, user, api } = await setup({
      answers: {
        [`PUT /api/instances/${id}/ports/8080`]: ok(anAddress({ access: 'public' })),
      },
    })
    expect(port().getByText(/Signed-in users of this account/)).toBeTruthy()
    api.answer(`GET /api/instances/${id}/ports`, ok([anAddress({ access: 'public' })]))
    await user.click(port().getByRole('combobox', { name: /Who can open/ }))
    await user.click(await screen.findByRole('option', { name: 'Public' }))
    expect(await port().findByText(/Everyone on the internet/)).toBeTruthy()
    expect(api.callsTo(`PUT /api/instances/${id}/ports/8080`)[0]?.body).toEqual({
      access: 'public',
    })
  })

  it('says that making it private revokes its links', async () => {
    const { port } = await setup({ address: { access: 'link', links: 2 } })
    expect(port().getByText(/Making it private revokes its links/)).toBeTruthy()
  })
})

describe('a link to a port', () => {
  it('is created with its life, and shown once', async () => {
    const link = aLink('Design review')
    const { port, user, api } = await setup({
      address: { access: 'link' },
      answers: {
        [`POST /api/instances/${id}/ports/8080/links`]: ok(
          { link, url: `${url}/.gridloom/link?key=gll_x` },
          201,
        ),
      },
    })
    expect(await port().findByText(/No links/)).toBeTruthy()
    await user.click(port().getByRole('button', { name: 'Create link to port 8080' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Note'), 'Design review')
    await user.click(dialog.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByText(`${url}/.gridloom/link?key=gll_x`)).toBeTruthy()
    expect(api.callsTo(`POST /api/instances/${id}/ports/8080/links`)[0]?.body).toEqual({
      note: 'Design review',
      expires_in_s: 86_400,
    })
  })

  it('is revoked after a confirmation', async () => {
    const { port, user, api } = await setup({
      address: { access: 'link', links: 1 },
      links: [aLink('Design review')],
      answers: { [`DELETE /api/instances/${id}/ports/8080/links/${linkId}`]: ok({}) },
    })
    await user.click(await port().findByRole('button', { name: /Revoke link “Design review”/ }))
    const dialog = within(await screen.findByRole('dialog'))
    api.answer(`GET /api/instances/${id}/ports/8080/links`, ok([]))
    await user.click(dialog.getByRole('button', { name: 'Revoke link' }))
    expect(await screen.findByText('Link revoked')).toBeTruthy()
    expect(await port().findByText(/No links/)).toBeTruthy()
  })
})

describe('a public TCP port', () => {
  const tcp = { host: 'gridloom.example', port: 20_000, allowed: ['203.0.113.0/24'] }

  it('is opened for the networks that are entered, and shown with its address to copy', async () => {
    const { port, user, api } = await setup({
      config: { tcp_host: 'gridloom.example' },
      answers: { [`PUT /api/instances/${id}/ports/8080/tcp`]: ok(anAddress({ tcp })) },
    })
    await user.click(await port().findByRole('button', { name: 'Open TCP port for port 8080' }))
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByLabelText('Allowed networks')
    await user.type(field, 'example.net')
    await user.click(dialog.getByRole('button', { name: 'Open TCP port' }))
    expect(dialog.getByText('“example.net” is not an address or a network')).toBeTruthy()
    await user.clear(field)
    await user.type(field, '203.0.113.0/24\n2001:db8::1')
    api.answer(`GET /api/instances/${id}/ports`, ok([anAddress({ tcp })]))
    await user.click(dialog.getByRole('button', { name: 'Open TCP port' }))
    expect(await port().findByText('gridloom.example:20000')).toBeTruthy()
    expect(port().getByText('Only these networks can connect: 203.0.113.0/24')).toBeTruthy()
    expect(api.callsTo(`PUT /api/instances/${id}/ports/8080/tcp`).map(({ body }) => body)).toEqual([
      { allowed: ['203.0.113.0/24', '2001:db8::1/128'] },
    ])
    await user.click(port().getByRole('button', { name: 'Copy address of TCP port 20000' }))
    expect(await navigator.clipboard.readText()).toBe('gridloom.example:20000')
  })

  it('says that everyone can connect, and is given back after a confirmation', async () => {
    const { port, user, api } = await setup({
      config: { tcp_host: 'gridloom.example' },
      address: { tcp: { ...tcp, allowed: [] } },
      answers: { [`DELETE /api/instances/${id}/ports/8080/tcp`]: ok({}) },
    })
    expect(await port().findByText(/Everyone on the internet can connect/)).toBeTruthy()
    await user.click(port().getByRole('button', { name: 'Close TCP port 20000' }))
    const dialog = within(await screen.findByRole('dialog'))
    api.answer(`GET /api/instances/${id}/ports`, ok([anAddress()]))
    await user.click(dialog.getByRole('button', { name: 'Close TCP port' }))
    expect(await screen.findByText('TCP port closed')).toBeTruthy()
    expect(await port().findByRole('button', { name: /Open TCP port/ })).toBeTruthy()
  })

  it('is not offered where the installation has none', async () => {
    const { port } = await setup()
    await port().findByText('HTTP 200')
    expect(port().queryByText('Public TCP port')).toBeNull()
  })
})

describe('opening a private port', () => {
  const state = 'f'.repeat(64)
  const path = `/ports/open?address=8080-ins0123456789abcdef&state=${state}&path=%2Flab`

  it('asks for the address and path once, and says where it cannot be opened', async () => {
    const { api } = renderApp({ path, answers: { 'POST /api/ports/sign-in': refuse('not_found') } })
    expect(await screen.findByText('This address could not be opened')).toBeTruthy()
    expect(
      screen.getByText(/sign in as a user of the account that rents the instance/),
    ).toBeTruthy()
    expect(api.callsTo('POST /api/ports/sign-in').map(({ body }) => body)).toEqual([
      { address: '8080-ins0123456789abcdef', state, path: '/lab' },
    ])
  })

  it('asks a signed-out visitor to sign in first, and keeps the way back', async () => {
    const { router, runtime } = renderApp({ path, token: null })
    await waitFor(() => expect(router.state.location.pathname).toBe('/onboarding'))
    expect(runtime.auth.store.getState()).toMatchObject({ showLogin: true, accessFlow: path })
  })
})

interface Setup {
  config?: object
  instance?: object
  address?: Partial<PortAddress>
  answer?: PortAnswer
  links?: object[]
  answers?: Answers
}

async function setup({
  config = {},
  instance = {},
  address,
  answer,
  links = [],
  answers = {},
}: Setup = {}) {
  const usual: PortAnswer = { kind: 'http', status: 200, title: 'JupyterLab', latency_ms: 12.3 }
  const app = renderApp({
    path: `/instance/myinstance/${id}?tab=ports`,
    answers: {
      'GET /api/config': ok(someConfig({ apps_domain: 'apps.example.net', ...config })),
      [`GET /api/instances/${id}`]: ok(anInstance({ ports: [8080], ...instance })),
      [`GET /api/instances/${id}/ports`]: ok([anAddress(address)]),
      [`GET /api/instances/${id}/ports/8080/answer`]: ok(answer ?? usual),
      [`GET /api/instances/${id}/ports/8080/links`]: ok(links),
      ...answers,
    },
  })
  await screen.findByRole('listitem', { name: 'Port 8080' })
  return { ...app, port: () => within(screen.getByRole('listitem', { name: 'Port 8080' })) }
}

function anAddress(parts: Partial<PortAddress> = {}): PortAddress {
  return { port: 8080, url, access: 'private', links: 0, tcp: null, ...parts }
}

function aLink(note: string) {
  const at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  return { id: linkId, note, created_at: at, expires_at, created_by: sampleId('acc', 1) }
}
