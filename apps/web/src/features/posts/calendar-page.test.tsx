import { ConnectedAccountId, PostId } from '@gridloom/contract/core/ids'
import type { Calendar, Post } from '@gridloom/contract/posts/post'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { sampleId } from '../../testing/samples.ts'

const post = PostId.parse(sampleId('pst', 1))
const account = ConnectedAccountId.parse(sampleId('con', 1))
const noon = new Date()
noon.setHours(12, 0, 0, 0)
const at = noon.toISOString()
const calendar: Calendar = {
  ...{ from: at, to: at, referral_link: 'http://localhost/ada' },
  events: [
    {
      ...{ post_id: post, connected_account_id: account, channel: 'mastodon', at, url: null },
      ...{ handle: '@ada@social.example', state: 'planned', text: 'My film' },
    },
  ],
  connected_accounts: [
    {
      ...{ id: account, name: 'Ada', channel: 'mastodon', handle: '@ada@social.example' },
      ...{ state: 'connected', limits: { text_max: 20, unit: 'graphemes', links_as: 23 } },
    },
  ],
  not_connected_channels: [{ id: 'bluesky', name: 'Bluesky' }],
}
const failed: Post = {
  ...{ id: post, state: 'failed', text: 'My film', at, created_at: at },
  targets: [
    {
      ...{ connected_account_id: account, channel: 'mastodon', handle: '@ada@social.example' },
      ...{ state: 'failed', text: null, publishes: true, problem: 'reconnect', url: null },
      ...{ problem_text: null, next_try_at: null, published_at: null, check: null },
    },
  ],
}

describe('the calendar', () => {
  it('shows the week with its posts, the time zone, and channels that are not connected', async () => {
    setup()
    expect(await screen.findByRole('button', { name: /My film/ })).toBeTruthy()
    expect(screen.getByText(/Times are in .*GMT/)).toBeTruthy()
    expect(screen.getByText('Not connected: Bluesky')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Manage channels' }).getAttribute('href')).toBe(
      '/ambassador/manage',
    )
  })

  it('moves a planned post by the keyboard, to the same time of another day', async () => {
    const { user, api } = setup()
    const sent: unknown[] = []
    api.answer(`POST /content/api/posts/${post}/schedule`, (call) => {
      sent.push(call.body)
      return ok(failed)(call)
    })
    const event = await screen.findByRole('button', { name: /My film/ })
    event.focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    const tomorrow = new Date(noon)
    tomorrow.setDate(tomorrow.getDate() + 1)
    await screen.findByText('Your post is rescheduled')
    expect(sent).toEqual([{ at: tomorrow.toISOString() }])
  })

  it('counts a text as its channel does, and adds what the law asks for', async () => {
    const { user } = setup()
    await user.click(await screen.findByRole('button', { name: 'New post' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Text'), 'Look')
    await user.click(dialog.getByRole('button', { name: 'Add my link' }))
    expect(dialog.getByText('28 of 20 characters')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Add #ad' }))
    expect(dialog.getByLabelText('Text')).toHaveProperty('value', 'Look http://localhost/ada #ad')
    expect(dialog.queryByRole('button', { name: 'Add #ad' })).toBeNull()
  })

  it('says of a failed post what to do, and tries it again', async () => {
    const { user, api } = setup()
    await user.click(await screen.findByRole('button', { name: /My film/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(/Reconnect it under Channels/)).toBeTruthy()
    api.answer(`POST /content/api/posts/${post}/retry`, ok(failed))
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Your post is tried again')).toBeTruthy()
  })

  it('shows a new calendar link once, and says so where the list of days is empty', async () => {
    const { user, api } = setup()
    await screen.findByText(/Make a secret link/)
    const url = 'http://localhost/content/api/calendar/x.ics'
    api.answer('POST /content/api/user/calendar/feed', ok({ url, created_at: at }))
    api.answer('GET /content/api/user/calendar/feed', ok({ created_at: at }))
    await user.click(screen.getByRole('button', { name: 'Make a link' }))
    expect(await screen.findByText(url)).toBeTruthy()
    api.answer('GET /content/api/user/weekly/calender', ok({ ...calendar, events: [] }))
    await user.click(screen.getByText('Agenda'))
    expect(await screen.findByText('No posts in these days')).toBeTruthy()
  })
})

function setup() {
  return renderApp({
    path: '/ambassador/calendar',
    answers: {
      'GET /content/api/user/weekly/calender': ok(calendar),
      'GET /content/api/user/calendar/feed': ok({ created_at: null }),
      [`GET /content/api/posts/${post}`]: ok(failed),
    },
  })
}
