import { expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { idEndingIn } from '../../../test/samples.ts'

const mastodon = aConnected('cccc1111', 'mastodon', '@ada@social.example')
const bluesky = aConnected('cccc2222', 'bluesky', '@ada.example')
const website = aConnected('cccc3333', 'website', 'blog.example')

it('lists posts in the time zone of the computer, and shows one with what failed', async () => {
  const failed = aTarget(mastodon, {
    ...{ state: 'failed', problem: 'unavailable', problem_text: 'social.example is down.' },
  })
  const post = aPost({ state: 'failed', targets: [failed, aTarget(bluesky)] })
  await using world = await aWorld({
    answers: {
      'posts.list': () => ({ posts: [post], total: 21 }),
      'posts.read': () => post,
    },
  })
  const listed = await world.run('posts', 'list', '--state', 'failed')
  expect(listed.stdout).toMatch(
    /pppp1111 +2026-12-01 09:00 +failed +@ada@social\.example, @ada\.example +I render here #ad/,
  )
  expect(listed.stderr).toBe('1 of 21. Times are in Europe/Berlin.\n')
  const shown = (await world.run('posts', 'show', 'pppp1111')).stdout
  expect(shown).toMatch(/Time +2026-12-01 09:00 Europe\/Berlin/)
  expect(shown).toMatch(/Mastodon +@ada@social\.example +failed +social\.example is down\./)
  expect(JSON.parse((await world.run('posts', 'show', post.id, '--json')).stdout)).toEqual(post)
  expect((await world.run('posts', 'show', 'zzzz9999')).stderr).toContain('No post named')
  expect((await world.run('posts', 'list', '--state', 'lost')).stderr).toContain('--state')
})

it('plans a post at a local time, with the text of an option, a file or standard input', async () => {
  await using world = await aWorld({
    answers: writing(),
    stdin: 'From standard input #ad\n',
    files: { 'post.txt': 'From a file #ad\n' },
  })
  const to = ['--to', '@ada@social.example', '--to', 'cccc2222', '--to', '@ada.example']
  const created = await world.run(
    ...['posts', 'create', ...to, '--text', 'Hi #ad', '--at', '2026-12-01 09:00'],
  )
  expect(created.stdout).toBe(
    'Post pppp1111: planned, 2026-12-01 09:00 Europe/Berlin, on @ada@social.example, @ada.example.\n',
  )
  expect(world.server.calls.at(-1)?.body).toEqual({
    ...{ text: 'Hi #ad', at: '2026-12-01T08:00:00.000Z', media: [] },
    targets: [
      { connected_account_id: mastodon.id, text: null },
      { connected_account_id: bluesky.id, text: null },
    ],
  })
  await world.run('posts', 'create', '--to', 'blog.example', '--file', 'post.txt')
  expect(world.server.calls.at(-1)?.body).toMatchObject({ text: 'From a file #ad', at: 'now' })
  const zone = ['--at', '2026-12-01 09:00', '--time-zone', 'Asia/Kolkata']
  await world.run('posts', 'create', '--to', 'blog.example', ...zone)
  expect(world.server.calls.at(-1)?.body).toMatchObject({
    ...{ text: 'From standard input #ad', at: '2026-12-01T03:30:00.000Z' },
  })
})

it('names every account for which a text is too long, and sends nothing', async () => {
  await using world = await aWorld({ answers: writing() })
  const to = ['@ada@social.example', '@ada.example', 'blog.example'].flatMap((one) => ['--to', one])
  const ran = await world.run('posts', 'create', ...to, '--text', 'x'.repeat(501))
  expect(ran.code).not.toBe(0)
  expect(ran.stderr).toContain('  @ada@social.example: 501 of 500 characters\n')
  expect(ran.stderr).toContain('  @ada.example: 501 of 300 characters')
  expect(ran.stderr).not.toContain('blog.example:')
  expect(world.server.calls.map(({ name }) => name)).not.toContain('posts.create')
})

it.each([
  [['create', '--text', 'Hi'], 'Specify an account'],
  [['create', '--to', '@eve', '--text', 'Hi'], 'No connected account named "@eve"'],
  [['create', '--to', 'blog.example', '--file', 'none.txt'], "--file none.txt can't be read"],
  [['create', '--to', 'blog.example', '--text', 'a', '--file', 'b'], 'cannot be used with'],
  [['create', '--to', 'blog.example'], 'The text is empty'],
  [['create', '--to', 'blog.example', '--text', 'a', '--at', 'soon'], 'Europe/Berlin such as'],
  [['create', '--to', 'blog.example', '--at', 'now', '--time-zone', 'Mars'], '--time-zone'],
  [['edit', 'pppp1111'], 'Specify what to change'],
] as const)('refuses posts %s', async (words, problem) => {
  await using world = await aWorld({ answers: writing() })
  const ran = await world.run('posts', ...words)
  expect(ran.code).not.toBe(0)
  expect(ran.stderr).toContain(problem)
})

it('changes what is named of a post, and keeps the rest', async () => {
  const own = aTarget(mastodon, { text: 'For Mastodon #ad' })
  const media_id = idEndingIn('med', 'mmmm1111')
  const picture = { media_id, kind: 'picture', title: 'Lake', text: 'A lake', file: null }
  const post = aPost({ targets: [own, aTarget(bluesky)], media: [picture] })
  await using world = await aWorld({
    answers: {
      ...writing(),
      'posts.read': () => post,
      'posts.edit': () => post,
      'posts.reschedule': () => post,
    },
  })
  await world.run('posts', 'edit', post.id, '--text', 'New #ad')
  expect(world.server.calls.at(-1)?.body).toEqual({
    ...{ text: 'New #ad', at: post.at, media: [{ media_id, text: 'A lake' }] },
    targets: [
      { connected_account_id: mastodon.id, text: 'For Mastodon #ad' },
      { connected_account_id: bluesky.id, text: null },
    ],
  })
  await world.run('posts', 'edit', post.id, '--at', '2026-12-02 10:00')
  expect(world.server.calls.at(-1)).toMatchObject({
    ...{ name: 'posts.reschedule', body: { at: '2026-12-02T09:00:00.000Z' } },
  })
  await world.run('posts', 'edit', post.id, '--to', 'cccc1111', '--to', 'blog.example')
  expect(world.server.calls.at(-1)?.body).toMatchObject({
    targets: [
      { connected_account_id: mastodon.id, text: 'For Mastodon #ad' },
      { connected_account_id: website.id, text: null },
    ],
  })
})

it('cancels, tries again, and names a post that was published by hand', async () => {
  const post = aPost({ state: 'cancelled', targets: [aTarget(website, { state: 'cancelled' })] })
  await using world = await aWorld({
    answers: {
      ...writing(),
      'posts.read': () => post,
      'posts.cancel': () => post,
      'posts.retry': () => post,
      'posts.posted': () => post,
    },
  })
  for (const verb of ['cancel', 'retry']) {
    expect((await world.run('posts', verb, post.id)).stdout).toMatch(/State +cancelled/)
    expect(world.server.calls.at(-1)?.name).toBe(`posts.${verb}`)
  }
  const url = 'https://blog.example/gridloom'
  expect((await world.run('posts', 'posted', post.id, 'blog.example', url)).stdout).toBe(
    'Post pppp1111 is published at blog.example.\n',
  )
  expect(world.server.calls.at(-1)?.body).toEqual({ connected_account_id: website.id, url })
})

it('shows the calendar by day of the local time zone', async () => {
  const event = (at: string, text: string) => ({
    ...{ post_id: idEndingIn('pst', 'pppp1111'), connected_account_id: mastodon.id },
    ...{ channel: 'mastodon', handle: mastodon.handle, state: 'planned', text, at, url: null },
  })
  const events = [
    event('2026-11-30T22:30:00.000Z', 'one'),
    event('2026-11-30T23:30:00.000Z', 'two'),
  ]
  await using world = await aWorld({
    answers: { 'posts.calendar': () => ({ ...aCalendar(), events }) },
  })
  const { stdout } = await world.run('calendar', '--from=2026-11-30', '--days', '2')
  expect(world.server.calls.at(-1)?.query).toMatchObject({
    ...{ from: '2026-11-29T23:00:00.000Z', days: 2 },
  })
  const [first = '', second = ''] = stdout.split('Tuesday 2026-12-01')
  expect(first).toMatch(/^Monday 2026-11-30\n[\s\S]*23:30 +pppp1111 +Mastodon .* one/)
  expect(second).toMatch(/00:30 .* two\n\nTimes are in Europe\/Berlin\.\n$/)
  expect((await world.run('calendar', '--from=monday')).stderr).toContain('--from')
})

function writing() {
  return {
    'channels.connected': () => ({ accounts: [mastodon, bluesky, website] }),
    'posts.calendar': () => aCalendar(),
    'posts.create': () => aPost({ targets: [aTarget(mastodon), aTarget(bluesky)] }),
  }
}

function aCalendar() {
  const limits = (text_max: number) => ({
    ...{ text_max, unit: 'graphemes', links_as: null, pictures: null, video: null },
  })
  const account = ({ id, name, channel, handle, state }: ReturnType<typeof aConnected>) => ({
    ...{ id, name, channel, handle, state },
  })
  return {
    ...{ from: '2026-11-30T23:00:00.000Z', to: '2026-12-07T23:00:00.000Z', events: [] },
    connected_accounts: [
      { ...account(mastodon), limits: limits(500) },
      { ...account(bluesky), limits: limits(300) },
      { ...account(website), limits: null },
    ],
    ...{ not_connected_channels: [], referral_link: 'https://gridloom.example/ada' },
  }
}

function aConnected(end: string, channel: string, handle: string) {
  return {
    ...{ id: idEndingIn('con', end), channel, name: 'Ada', handle, state: 'connected' },
    ...{ profile_url: 'https://social.example/@ada', scopes: [], problem: null },
    ...{ connected_at: '2026-11-27T09:00:00.000Z', last_checked_at: '2026-11-28T09:00:00.000Z' },
  }
}

function aTarget({ id, channel, handle }: ReturnType<typeof aConnected>, change = {}) {
  return {
    ...{ connected_account_id: id, channel, handle, state: 'planned', text: null },
    ...{ publishes: channel !== 'website', problem: null, problem_text: null },
    ...{ next_try_at: null, url: null, published_at: null, check: null },
    ...change,
  }
}

function aPost(change: object = {}) {
  return {
    ...{ id: idEndingIn('pst', 'pppp1111'), state: 'planned', text: 'I render here #ad' },
    ...{ at: '2026-12-01T08:00:00.000Z', created_at: '2026-11-28T08:00:00.000Z', targets: [] },
    ...{ media: [], results: null },
    ...change,
  }
}
