import { ConnectedAccountId, MediaId, PostId } from '@gridloom/contract/core/ids'
import type { Media } from '@gridloom/contract/media/media'
import type { Calendar, Post, PostLimits } from '@gridloom/contract/posts/post'
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
const limits: PostLimits = {
  ...{ text_max: 20, unit: 'graphemes', links_as: 23, video: null },
  pictures: { max: 4, types: ['image/png'], bytes_max: 1_024, pixels_max: null },
}
const calendar: Calendar = {
  ...{ from: at, to: at, referral_link: 'http://localhost/ada' },
  events: [
    {
      ...{ post_id: post, connected_account_id: account, channel: 'mastodon', at, url: null },
      ...{ handle: '@ada@social.example', state: 'planned', text: 'My film' },
    },
  ],
  periods: [
    {
      ...{ kind: 'mission', id: 'mis_1', title: 'Render 100 frames', from: at, to: null },
      claim_until: null,
    },
  ],
  connected_accounts: [
    {
      ...{ id: account, name: 'Ada', channel: 'mastodon', handle: '@ada@social.example' },
      ...{ state: 'connected', limits },
    },
  ],
  not_connected_channels: [{ id: 'bluesky', name: 'Bluesky' }],
}
const failed: Post = {
  ...{ id: post, state: 'failed', text: 'My film', at, created_at: at, media: [] },
  results: { clicks: 12, visitors: 10, sign_ups: 2 },
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
    const today = screen.getByText(/^Starts/).closest('li')
    expect(today?.textContent).toMatch(/^Render 100 framesStarts \d/)
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

  it('adds pictures of the library with alternative texts, and says what an account does not take', async () => {
    const { user, api } = setup()
    const sent: unknown[] = []
    api.answer('POST /content/api/posts', (call) => {
      sent.push(call.body)
      return ok(failed)(call)
    })
    await user.click(await screen.findByRole('button', { name: 'New post' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New post' }))
    await user.type(dialog.getByLabelText('Text'), 'Look')
    const pick = async (name: string) => {
      await user.click(dialog.getByRole('button', { name: 'Add media' }))
      const picker = within(await screen.findByRole('dialog', { name: 'Add media' }))
      await user.click(picker.getByText('Pictures'))
      await user.click(await picker.findByRole('button', { name }))
    }
    await pick('Lake')
    await user.type(dialog.getByLabelText('Alternative text of Lake'), 'A lake at dawn')
    const preview = within(dialog.getByRole('region', { name: 'Preview at @ada@social.example' }))
    expect(preview.getByAltText('A lake at dawn')).toBeTruthy()
    await pick('Huge')
    expect(dialog.getByText(/“Huge” has 2 KiB, and it takes 1 KiB/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove Huge' }))
    expect(dialog.queryByText(/“Huge”/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Plan post' }))
    await screen.findByText('Your post is saved')
    expect(sent).toMatchObject([{ media: [{ media_id: lake.id, text: 'A lake at dawn' }] }])
  })

  it('begins a post with a video of the library, and says where its owner has to publish it', async () => {
    setup({ path: `/ambassador/calendar?media=${tour.id}`, medium: tour })
    const dialog = within(await screen.findByRole('dialog', { name: 'New post' }))
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Text').value).toBe(
      'Tour\nhttp://localhost/ada #ad',
    )
    expect(dialog.getByText(/It takes no videos from here. We remind you/)).toBeTruthy()
  })

  it('shows the media of a post, and which is not in the library any more', async () => {
    const { user, api } = setup()
    const { id: media_id, file } = lake
    const one = { media_id, kind: 'picture' as const, title: 'Lake', text: 'A lake' }
    const gone = { ...one, media_id: tour.id, title: 'Old', file: null }
    api.answer(`GET /content/api/posts/${post}`, ok({ ...failed, media: [{ ...one, file }, gone] }))
    await user.click(await screen.findByRole('button', { name: /My film/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('button', { name: 'Download Lake' })).toBeTruthy()
    expect(dialog.getByText('It is not in the library any more.')).toBeTruthy()
    expect(dialog.getByLabelText('Results of its link').textContent).toBe(
      'Clicks12Visitors10Sign-ups2',
    )
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
    api.answer(
      'GET /content/api/user/weekly/calender',
      ok({ ...calendar, events: [], periods: [] }),
    )
    await user.click(screen.getByText('Agenda'))
    expect(await screen.findByText('No posts in these days')).toBeTruthy()
  })
})

const aFile = {
  ...{ width: 8, height: 8, duration_s: null, size_bytes: 9, content_type: 'image/png' },
  ...{ stream_url: null, poster_url: null, expires_at: at, file_url: '/content/api/lake' },
}
const lake = aMedium(1, { title: 'Lake', file: aFile })
const huge = aMedium(2, { title: 'Huge', file: { ...aFile, size_bytes: 2_048 } })
const tour = aMedium(3, {
  ...{ kind: 'video', title: 'Tour' },
  file: { ...aFile, content_type: 'video/mp4', duration_s: 12 },
})

function aMedium(number: number, over: Partial<Media>): Media {
  return {
    ...{ id: MediaId.parse(sampleId('med', number)), kind: 'picture', title: '', detail: '' },
    ...{ link: null, platforms: [], languages: [], texts: [], file: null, captions: [] },
    ...{ active_posts: [], results: null, published_at: at, ...over },
  }
}

function setup({ path = '/ambassador/calendar', medium = lake } = {}) {
  return renderApp({
    path,
    answers: {
      'GET /content/api/user/weekly/calender': ok(calendar),
      'GET /content/api/user/calendar/feed': ok({ created_at: null }),
      'GET /content/api/filter/media': ok({ media: [lake, huge], page: 1, total: 2 }),
      'GET /content/api/show/media': ok(medium),
      [`GET /content/api/posts/${post}`]: ok(failed),
    },
  })
}
