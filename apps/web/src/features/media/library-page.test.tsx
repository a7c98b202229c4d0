import type { Role } from '@gridloom/contract/accounts/user-details'
import type { Media, OperatorMedia } from '@gridloom/contract/media/media'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { someDetails } from '../../testing/samples.ts'

const idOf = (number: number) => `med_${String(number).padStart(26, '0')}` as Media['id']

function aMedium(number: number, over: Partial<Media> = {}): Media {
  return {
    ...{ id: idOf(number), kind: 'text', title: `Media ${number}`, detail: 'Rent a GPU' },
    ...{ link: null, platforms: ['x'], languages: ['en'], file: null, captions: [] },
    texts: [{ platform: 'x', text: `${'word '.repeat(80)}` }],
    ...{ active_posts: [], results: null, published_at: '2026-11-28T09:00:00.000Z' },
    ...over,
  }
}

const listed = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => aMedium(from + index))

describe('the library', () => {
  it('appends pages after the first, until all is loaded', async () => {
    const { user } = renderLibrary()
    const grid = await screen.findByRole('list', { name: 'Media' })
    expect(within(grid).getAllByRole('link').length).toBe(20)
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Media 25')).toBeTruthy()
    expect(screen.getByText('Media 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('filters by the drop-down and the search, which are in the URL', async () => {
    const { user, api, router } = renderLibrary()
    await user.click(await screen.findByRole('combobox', { name: 'Filter' }))
    await user.click(await screen.findByRole('option', { name: 'For Bluesky' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search media' }), 'tour')
    await expect
      .poll(() => api.callsTo('GET /content/api/filter/media').at(-1)?.query)
      .toMatchObject({ condition: 'bluesky', media_title: 'tour', page: '1' })
    expect(router.state.location.search).toEqual({ filter: 'bluesky', q: 'tour' })
  })

  it('says so where nothing is published', async () => {
    const { api } = renderLibrary()
    api.answer('GET /content/api/filter/media', ok({ media: [], page: 1, total: 0 }))
    expect(await screen.findByText('Nothing here yet')).toBeTruthy()
  })
})

describe('the page of a medium', () => {
  it('cuts the text to the platform, with the whole referral link', async () => {
    renderLibrary(`/ambassador/library/${idOf(1)}`)
    const post = await screen.findByLabelText<HTMLTextAreaElement>('Post')
    expect(post.value).toMatch(/word…\nhttps:\/\/gridloom\.example\/k7mnpqrs$/)
    expect(screen.getByText(/of 280 characters, as X counts/)).toBeTruthy()
  })

  it('lists a post, and keeps an address that is refused', async () => {
    const { user, api } = renderLibrary(`/ambassador/library/${idOf(1)}`)
    const field = await screen.findByLabelText('Address of your post')
    api.answer(`POST /content/api/media/${idOf(1)}/posts`, refuse('media_post_known'))
    await user.type(field, 'https://bsky.app/profile/a/post/1')
    await user.click(screen.getByRole('button', { name: 'Add post' }))
    expect(await screen.findByText('This post is already listed.')).toBeTruthy()
    expect(field).toHaveProperty('value', 'https://bsky.app/profile/a/post/1')
  })
})

describe('the media of the operator', () => {
  it('shows progress and failures, and publishes only what is ready', async () => {
    const encoding = { file_name: 'a.mp4', size_bytes: 9, progress_percent: 40, failure: null }
    const operators = [
      operatorMedium(1, { encoding: { ...encoding, state: 'encoding' } }),
      operatorMedium(2, { encoding: { ...encoding, state: 'failed', failure: 'too_long' } }),
      operatorMedium(3, { encoding: { ...encoding, state: 'ready' } }),
    ]
    renderLibrary('/operator/media', operators, 'operator')
    expect(await screen.findByText('Encoding 40%')).toBeTruthy()
    expect(screen.getByText('The video is longer than 30 minutes.')).toBeTruthy()
    const publish = (number: number) =>
      screen.getByRole<HTMLButtonElement>('button', { name: `Publish Media ${number}` }).disabled
    expect([1, 2, 3].map(publish)).toEqual([true, true, false])
  })

  it('says that ffmpeg is missing', async () => {
    renderLibrary('/operator/media', [operatorMedium(1, {})], 'operator', 'no')
    expect(await screen.findByText('Videos cannot be uploaded')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Upload file of Media 1' })).toBeNull()
  })
})

function operatorMedium(number: number, over: Partial<OperatorMedia>): OperatorMedia {
  const created_at = '2026-11-28T09:00:00.000Z'
  const medium = aMedium(number, { kind: 'video' })
  return {
    ...medium,
    ...{ state: 'draft', is_creative: false, encoding: null, created_at },
    ...over,
  }
}

function renderLibrary(
  path = '/ambassador/library',
  operators: OperatorMedia[] = [],
  role: Role = 'user',
  encoder: 'yes' | 'no' = 'yes',
) {
  return renderApp({
    path,
    answers: {
      'GET /api/user/details': ok(someDetails({ role })),
      'GET /content/api/filter/media': (call) =>
        ok(
          call.query.page === '2'
            ? { media: listed(21, 5), page: 2, total: 25 }
            : { media: listed(1, 20), page: 1, total: 25 },
        )(call),
      'GET /content/api/show/media': ok(aMedium(1)),
      'GET /api/affiliate': ok({
        ...{ code: 'k7mnpqrs', chosen: false, link: 'https://gridloom.example/k7mnpqrs' },
        ...{ pending_micro_usd: 0, claimable_micro_usd: 0, claimed_micro_usd: 0 },
        reviews: [],
        terms: {
          ...{ compute_basis_points: 1, rendering_basis_points: 1, models_basis_points: 1 },
          ...{ storage_basis_points: 1, months: 12, holding_days: 30, minimum_micro_usd: 1 },
          ...{ second_level_basis_points: 0, beta_accounts_per_month: 0 },
        },
        totals: {
          ...{ clicks: 0, visitors: 0, sign_ups: 0, activated: 0 },
          ...{ spent_micro_usd: 0, commission_micro_usd: 0 },
        },
      }),
      'GET /api/operator/media': ok({
        ...{ media: operators, total: operators.length, can_encode: encoder === 'yes' },
      }),
    },
  })
}
