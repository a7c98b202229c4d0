import type { Channel, ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import { ConnectedAccountId } from '@gridloom/contract/core/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId } from '../../testing/samples.ts'
import { endItThere, isHttpAddress } from './channel-words.ts'
import { readReturnSearch } from './return-search.ts'

const id = ConnectedAccountId.parse(sampleId('con', 1))
const list = 'GET /content/api/list/connected/accounts'
const channel = (changes: Partial<Channel> & Pick<Channel, 'id' | 'name'>): Channel => ({
  ...{ connects: 'redirect', asks: 'nothing', obstacle: null, publishes: true },
  ...changes,
})
const channels = [
  channel({ id: 'reddit', name: 'Reddit', obstacle: 'The operator has no client id of Reddit.' }),
  channel({ id: 'mastodon', name: 'Mastodon', asks: 'server' }),
  channel({ id: 'website', name: 'Website or RSS feed', connects: 'proof', asks: 'url' }),
]
const account: ConnectedAccount = {
  ...{ id, channel: 'mastodon', name: 'Ada', handle: '@ada@social.example' },
  ...{ profile_url: 'https://social.example/@ada', state: 'connected', scopes: ['write:statuses'] },
  connected_at: '2026-11-27T10:00:00.000Z',
  last_checked_at: '2026-11-28T10:00:00.000Z',
  problem: null,
}

describe('the channels page', () => {
  it('offers what can be connected, and says why the rest cannot, without a button', async () => {
    renderChannels()
    const all = await screen.findByRole('list', { name: 'Channels' })
    expect(
      within(all)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Connect Mastodon', 'Connect Website or RSS feed'])
    expect(within(all).getByText('The operator has no client id of Reddit.')).toBeTruthy()
    expect(await screen.findByText('Nothing connected')).toBeTruthy()
  })

  it('shows an account with its problem and reconnects it', async () => {
    const problem = 'It no longer accepts the access.'
    const { user, api } = renderChannels([{ ...account, state: 'revoked', problem }])
    expect(await screen.findByText('Access ended')).toBeTruthy()
    expect(screen.getByText(problem)).toBeTruthy()
    const call = `POST /content/api/connected/accounts/${id}/connection`
    api.answer(call, refuse('channel_down'))
    await user.click(screen.getByRole('button', { name: 'Reconnect @ada@social.example' }))
    await waitFor(() => expect(api.callsTo(call)).toHaveLength(1))
  })

  it('disconnects after a question, and says where to end an access that was not ended', async () => {
    const { user, api } = renderChannels([account])
    const call = `DELETE /content/api/connected/accounts/${id}`
    api.answer(call, ok({ revoked: false }))
    await user.click(await screen.findByRole('button', { name: 'Disconnect @ada@social.example' }))
    expect(api.callsTo(call)).toHaveLength(0)
    api.answer(list, ok({ accounts: [] }))
    await user.click(await screen.findByRole('button', { name: 'Disconnect account' }))
    expect(await screen.findByText(endItThere('mastodon', 'Mastodon'))).toBeTruthy()
    expect(await screen.findByText('Nothing connected')).toBeTruthy()
  })

  it('keeps the server that was entered when the request fails, and says why', async () => {
    const { user, api } = renderChannels()
    api.answer(
      'POST /content/api/channels/mastodon/connection',
      refuse('invalid_input', { fields: { input: 'Enter your server' } }),
    )
    await user.click(await screen.findByRole('button', { name: 'Connect Mastodon' }))
    await user.type(await screen.findByLabelText('Server'), 'nowhere')
    await user.click(screen.getByRole('button', { name: 'Continue to Mastodon' }))
    expect(await screen.findByText('Enter your server')).toBeTruthy()
    expect(screen.getByLabelText('Server')).toHaveProperty('value', 'nowhere')
  })

  it('shows where the code of a page goes, and what the check found', async () => {
    const { user, api } = renderChannels()
    const url = 'https://blog.example/about'
    api.answer(
      'POST /content/api/channels/website/proof',
      ok({
        ...{ url, code: 'gridloom-verify-abc', me_url: 'https://gridloom.example/ada' },
        file_url: 'https://blog.example/.well-known/gridloom-verify.txt',
        expires_at: '2026-12-05T10:00:00.000Z',
      }),
    )
    api.answer(
      'POST /content/api/channels/website/proof/check',
      refuse('channel_refused', { error: 'No code' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Connect Website or RSS feed' }))
    await user.type(await screen.findByLabelText('Address'), url)
    await user.click(screen.getByRole('button', { name: 'Get code' }))
    expect(
      await screen.findByText('<meta name="gridloom-verify" content="gridloom-verify-abc">'),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Check page' }))
    const dialog = screen.getByRole('dialog')
    expect(await within(dialog).findByText('No code')).toBeTruthy()
  })
})

describe('the page that channels come back to', () => {
  it('finishes the connection once, and goes on to the channels', async () => {
    const { api, router } = renderChannels([], '/ambassador/manage/return?code=a%2Bb&state=s')
    await waitFor(() => expect(router.state.location.pathname).toBe('/ambassador/manage'))
    const calls = api.callsTo('POST /content/api/connections')
    expect(calls.map(({ body }) => body)).toEqual([{ query: '?code=a%2Bb&state=s' }])
  })

  it('explains a failure, and leads to the help for Reddit where Reddit refused', async () => {
    const details = { channel: 'Reddit', problem: 'No.' }
    renderChannels(
      [],
      '/ambassador/manage/return?error=access_denied&state=s',
      refuse('channel_refused', { details }),
    )
    const help = await screen.findByRole('link', { name: 'Help with Reddit' })
    expect(help.getAttribute('href')).toBe('/subreddit-error?reason=access_denied')
    expect(screen.getByRole('link', { name: 'Back to channels' })).toBeTruthy()
  })
})

it('opens no address that is a script, and keeps the answer of a channel as it is', () => {
  expect(isHttpAddress('javascript:alert(1)')).toBe(false)
  expect(isHttpAddress('https://social.example/')).toBe(true)
  expect(readReturnSearch({ code: 123, state: 'a', x: { y: 1 } })).toEqual({
    ...{ code: '123', state: 'a' },
  })
})

function renderChannels(
  accounts: ConnectedAccount[] = [],
  path = '/ambassador/manage',
  finished = ok(account),
) {
  return renderApp({
    path,
    answers: {
      'GET /content/api/channels': ok({ channels }),
      [list]: ok({ accounts }),
      'POST /content/api/connections': finished,
    },
  })
}
