import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const id = idEndingIn('med', 'mmmm1111')
const media = {
  ...{ id, kind: 'video', title: 'GPU tour', detail: '', link: null, platforms: ['x', 'bluesky'] },
  ...{ languages: ['en'], texts: [], file: null, captions: [], active_posts: [] },
  published_at: '2026-11-28T09:00:00.000Z',
}

it('lists media by title and platform', async () => {
  await using world = await aWorld({
    answers: { 'media.filter': () => ({ media: [media], page: 1, total: 1 }) },
  })
  const shown = (await world.run('media', 'list', 'tour', '--filter', 'bluesky')).stdout
  expect(shown).toContain('GPU tour')
  expect(shown).toContain('X, Bluesky')
  expect((await world.run('media', 'list', '--filter', 'films')).stderr).toContain('--filter')
})

it('lists a post of a medium', async () => {
  const post_link = 'https://bsky.app/profile/ada.example/post/3k7'
  await using world = await aWorld({
    answers: {
      'media.addPost': () => ({
        ...{ id: idEndingIn('mpt', 'pppp1111'), platform: 'bluesky', post_link, is_own: true },
        listed_at: '2026-11-28T09:00:00.000Z',
      }),
    },
  })
  expect((await world.run('media', 'post', id, post_link)).stdout).toContain('(Bluesky)')
})
