import { createTestClock } from '@gridloom/async/test-clock'
import { platformFacts, type StandInPlatform } from '@gridloom/testkit/channels/platform-facts'
import { standInApp, standInPublicApp } from '@gridloom/testkit/channels/platform-grants'
import {
  type PlatformsStandIn,
  startPlatformsStandIn,
} from '@gridloom/testkit/channels/platforms-stand-in'
import { describe, expect, it } from 'vitest'
import type { ChannelsConfig, OauthChannel, OauthClient } from '../../../../channels-config.ts'
import type { ChannelDriver, Connected, NewPost, Redirecting } from '../driver.ts'
import { createOauthDrivers } from './create-oauth-drivers.ts'

const { signal } = new AbortController()
const redirectUrl = new URL('https://gridloom.example/ambassador/manage/return')
const now = '2026-11-28T12:00:00.000Z'
/** Seconds since 1970. */
const resetAt = String(Date.parse('2026-11-28T12:05:00.000Z') / 1_000)

const platforms = [
  'youtube',
  'x',
  'tiktok',
  'instagram',
  'reddit',
  'twitch',
  'linkedin',
  'discord',
] as const satisfies readonly OauthChannel[]
const profiles: Record<OauthChannel, string> = {
  youtube: 'https://www.youtube.com/channel/4711',
  x: 'https://x.com/ada',
  tiktok: 'https://www.tiktok.com/@ada',
  instagram: 'https://www.instagram.com/ada/',
  reddit: 'https://www.reddit.com/user/ada',
  twitch: 'https://www.twitch.tv/ada',
  linkedin: 'https://www.linkedin.com/in/me/',
  discord: 'https://discord.com/users/4711',
}

describe.each(platforms)('%s', (channel) => {
  it('connects an account that grants access', async () => {
    await using site = await setup(channel)
    const connected = await site.connect()
    expect(connected).toMatchObject({
      externalId: channel === 'reddit' ? 't2_4711' : '4711',
      name: channel === 'reddit' ? 'ada' : 'Ada Lovelace',
      profileUrl: profiles[channel],
      scopes: platformFacts[channel].scope.split(/[ ,]/).filter((scope) => scope !== ''),
      expiresAt: new Date('2026-11-28T12:59:30.000Z'),
    })
    expect(connected.credentials).not.toBeNull()
  })

  it('says that access was not granted, and asks for no tokens', async () => {
    await using site = await setup(channel)
    site.standIn.grants.decision = 'deny'
    await expect(site.connect()).rejects.toMatchObject({
      ...{ reason: 'refused', message: 'You did not grant access.' },
    })
    expect(site.tokenRequests()).toBe(0)
  })

  it('refuses the answer to another attempt, and asks for no tokens', async () => {
    await using site = await setup(channel)
    const { params, keep } = await site.consent()
    params.set('state', 'of-another')
    await expect(site.finish(params, keep)).rejects.toMatchObject({ reason: 'refused' })
    expect(site.tokenRequests()).toBe(0)
  })

  it('accepts a code once', async () => {
    await using site = await setup(channel)
    const { params, keep } = await site.consent()
    await site.finish(params, keep)
    await expect(site.finish(params, keep)).rejects.toMatchObject({ reason: 'refused' })
  })

  it('prolongs access that has expired, or says that the account must connect again', async () => {
    await using site = await setup(channel)
    const { credentials } = await site.connect()
    if (channel !== 'instagram') site.standIn.grants.expire()
    const refreshing = site.driver.refresh?.(credentials ?? {}, signal)
    if (channel === 'linkedin')
      return expect(refreshing).rejects.toMatchObject({ reason: 'reconnect' })
    const refreshed = await refreshing
    expect(refreshed?.expiresAt).toEqual(new Date('2026-11-28T12:59:30.000Z'))
    expect(site.standIn.grants.isValid(String(refreshed?.credentials?.accessToken))).toBe(true)
    // Another time, with what the first one returned.
    const again = await site.driver.refresh?.(refreshed?.credentials ?? {}, signal)
    expect(again?.credentials?.accessToken).not.toBe(refreshed?.credentials?.accessToken)
  })

  it('asks to connect again when the account has ended the access', async () => {
    await using site = await setup(channel)
    const { credentials } = await site.connect()
    site.standIn.grants.revokeAll()
    await expect(site.driver.refresh?.(credentials ?? {}, signal)).rejects.toMatchObject({
      reason: 'reconnect',
    })
    await expect(site.driver.refresh?.({}, signal)).rejects.toMatchObject({ reason: 'reconnect' })
  })

  it('ends the access where the platform has an address for it', async () => {
    await using site = await setup(channel)
    const { credentials } = await site.connect()
    await site.driver.revoke?.(credentials ?? {}, signal)
    const isOver = !site.standIn.grants.isValid(String(credentials?.accessToken))
    expect(isOver).toBe('revoke' in platformFacts[channel])
  })

  it.each([
    ['Retry-After in seconds', { 'retry-after': '120' }, '2026-11-28T12:02:00.000Z'],
    ['a time to reset at', { 'x-rate-limit-reset': resetAt }, '2026-11-28T12:05:00.000Z'],
    ['nothing', {}, '2026-11-28T12:15:00.000Z'],
  ])('waits as long as it is asked to: %s', async (_, headers, retryAt) => {
    await using site = await setup(channel)
    const { credentials } = await site.connect()
    const failure = { reason: 'rate_limited', retryAt: new Date(retryAt) }
    const answer = { status: 429, headers, body: {} }
    site.standIn.next(platformFacts[channel].me, answer)
    await expect(site.connect()).rejects.toMatchObject(failure)
    if (channel === 'linkedin') return
    site.standIn.next(refreshAddress(channel), answer)
    await expect(site.driver.refresh?.(credentials ?? {}, signal)).rejects.toMatchObject(failure)
  })

  it.each([
    ['an error of the server', { status: 503, body: 'down' }],
    ['nonsense', { status: 200, body: '{"data": [[[' }],
    ['JSON of another shape', { status: 200, body: { data: 7, items: 7 } }],
    ['10 MB', { status: 200, body: 'x'.repeat(10_000_000) }],
    ['an end of the connection', 'drop'],
  ] as const)('is unavailable, and connects nothing, for %s', async (_, answer) => {
    await using site = await setup(channel)
    for (const address of [platformFacts[channel].me, platformFacts[channel].token]) {
      site.standIn.next(address, answer)
      await expect(site.connect()).rejects.toMatchObject({ reason: 'unavailable' })
    }
  })

  it('tells the operator, and not the account, when the app is not accepted', async () => {
    await using site = await setup(channel, { clientId: 'app-of-tests', clientSecret: 'wrong' })
    await expect(site.connect()).rejects.toMatchObject({
      reason: 'unavailable',
      message: expect.stringContaining('Its operator has to look at it.'),
    })
  })

  it('cleans and bounds the names that it is told', async () => {
    await using site = await setup(channel)
    site.standIn.person.name = `Ada\u202e\u0000\n${'x'.repeat(500)}`
    const { name } = await site.connect()
    if (channel === 'reddit') return expect(name).toBe('ada')
    expect(name).toMatch(/^Ada x+…$/)
    expect(name).toHaveLength(100)
  })

  it('is not offered without an app, and says why', async () => {
    await using site = await setup(channel, 'none')
    expect(site.driver.obstacle).toMatch(/^The operator of this site has not set up \w+ yet\.$/)
    await expect(site.consent()).rejects.toMatchObject({ reason: 'refused' })
  })
})

it.each(['x', 'reddit', 'discord'] as const)(
  'connects, refreshes and revokes as an app of %s without a secret',
  async (channel) => {
    await using site = await setup(channel, standInPublicApp)
    const { credentials } = await site.connect()
    const refreshed = await site.driver.refresh?.(credentials ?? {}, signal)
    const accessToken = String(refreshed?.credentials?.accessToken)
    expect(site.standIn.grants.isValid(accessToken)).toBe(true)
    await site.driver.revoke?.(refreshed?.credentials ?? {}, signal)
    expect(site.standIn.grants.isValid(accessToken)).toBe(false)
  },
)

const publishers = ['x', 'reddit', 'linkedin'] as const

describe.each(publishers)('publishing on %s', (channel) => {
  const publishAddress = {
    x: 'api.x.com/2/tweets',
    reddit: 'oauth.reddit.com/api/submit',
    linkedin: 'api.linkedin.com/rest/posts',
  }[channel]

  it('publishes a post with a link', async () => {
    await using site = await setup(channel)
    const published = await site.publishing().publish(await site.post())
    expect(site.standIn.posts.published).toHaveLength(1)
    expect(published).toEqual(
      {
        x: { id: '1000', url: 'https://x.com/i/web/status/1000' },
        reddit: { id: 't3_1000', url: 'https://www.reddit.com/user/ada/comments/1000/post/' },
        linkedin: {
          id: 'urn:li:share:1000',
          url: 'https://www.linkedin.com/feed/update/urn:li:share:1000/',
        },
      }[channel],
    )
  })

  it('does not know whether it was published when no answer arrives, and looks for it', async () => {
    await using site = await setup(channel)
    const post = await site.post()
    const { publish, find } = site.publishing()
    if (channel !== 'linkedin') expect(await find(post)).toBeUndefined()
    site.standIn.next(publishAddress, 'drop')
    await expect(publish(post)).rejects.toMatchObject({ reason: 'unclear' })
    if (channel === 'linkedin')
      return expect(find(post)).rejects.toMatchObject({ reason: 'unclear' })
    expect((await find(post))?.url).toContain('1000')
    expect(await find({ ...post, text: 'another text' })).toBeUndefined()
  })

  it.each([
    ['an error of the server', { status: 500, body: '' }, 'unclear'],
    [
      'an answer that says nothing',
      { status: channel === 'reddit' ? 200 : 201, body: '' },
      'unclear',
    ],
    ['maintenance', { status: 503, body: '' }, 'unavailable'],
    ['too many posts', { status: 429, body: '' }, 'rate_limited'],
    ['a refusal', { status: 403, body: { detail: 'Not\u202e allowed' } }, 'refused'],
    ['access that was ended', { status: 401, body: {} }, 'reconnect'],
  ])('says what became of a post: %s', async (_, answer, reason) => {
    await using site = await setup(channel)
    const post = await site.post()
    site.standIn.next(publishAddress, answer)
    const failed = await site
      .publishing()
      .publish(post)
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ reason })
    expect(String(failed)).not.toContain('\u202e')
  })
})

it('sends the configured version to LinkedIn, and names the operator where it is served no more', async () => {
  await using site = await setup('linkedin')
  const post = await site.post()
  site.standIn.next('api.linkedin.com/rest/posts', { status: 426, body: {} })
  await expect(site.publishing().publish(post)).rejects.toMatchObject({
    ...{ reason: 'unavailable', message: expect.stringContaining('operator') },
  })
})

it('says how long Reddit asks to wait in the body of its answer', async () => {
  await using site = await setup('reddit')
  const errors = [['RATELIMIT', 'you are doing that too much', 'ratelimit']]
  const post = await site.post()
  site.standIn.next('oauth.reddit.com/api/submit', {
    ...{ status: 200, body: { json: { ratelimit: 90.2, errors } } },
  })
  await expect(site.publishing().publish(post)).rejects.toMatchObject({
    ...{ reason: 'rate_limited', retryAt: new Date('2026-11-28T12:01:31.000Z') },
  })
})

it.each<[OauthChannel, string, string]>([
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  [
    'youtube',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  ['x', 'https://twitter.com/ada/status/77?s=20', 'https://x.com/ada/status/77'],
  ['tiktok', 'https://www.tiktok.com/@ada/video/77', 'https://www.tiktok.com/@ada/video/77'],
  [
    'reddit',
    'https://old.reddit.com/r/gpu/comments/abc/a_title/',
    'https://www.reddit.com/r/gpu/comments/abc/',
  ],
])('reads a post on %s without credentials: %s', async (channel, given, asked) => {
  await using site = await setup(channel, 'none')
  const { posts } = site.standIn
  posts.shown.set(asked, { text: 'Render <fast> & cheap\u202e', links: ['https://t.co/a'] })
  posts.shortened.set('https://t.co/a', 'https://gridloom.example/r/ada')
  const read = await site.driver.readPost(new URL(given), signal)
  expect(read).toMatchObject({ url: asked, authorId: null })
  expect(read).toMatchObject({ text: expect.stringContaining('Render <fast> & cheap') })
  expect(JSON.stringify(read)).not.toContain('\u202e')
  if (channel === 'x') expect(read).toMatchObject({ links: ['https://gridloom.example/r/ada'] })
  posts.shown.clear()
  expect(await site.driver.readPost(new URL(given), signal)).toBe('gone')
  const other = new URL('https://evil.example/watch?v=dQw4w9WgXcQ')
  await expect(site.driver.readPost(other, signal)).rejects.toMatchObject({ reason: 'refused' })
})

it.each(['instagram', 'twitch', 'linkedin', 'discord'] as const)(
  'says why posts on %s can’t be checked',
  async (channel) => {
    await using site = await setup(channel)
    const url = new URL('https://example.com/post/1')
    await expect(site.driver.readPost(url, signal)).rejects.toMatchObject({
      ...{ reason: 'unavailable', message: expect.stringContaining('can’t be checked') },
    })
  },
)

it('does not call a video gone that may not be shown elsewhere', async () => {
  await using site = await setup('youtube')
  site.standIn.next('www.youtube.com/oembed', { status: 401, body: 'Unauthorized' })
  const url = new URL('https://youtu.be/dQw4w9WgXcQ')
  await expect(site.driver.readPost(url, signal)).rejects.toMatchObject({ reason: 'refused' })
})

function refreshAddress(channel: StandInPlatform): string {
  return channel === 'instagram'
    ? 'graph.instagram.com/refresh_access_token'
    : platformFacts[channel].token
}

async function setup(channel: OauthChannel, app: OauthClient | 'none' = standInApp) {
  const standIn = await startPlatformsStandIn()
  if (channel === 'youtube') standIn.person.handle = '@ada'
  const config: ChannelsConfig = {
    apps: app === 'none' ? {} : { [channel]: app },
    ...{ standInUrl: standIn.url, linkedinApiVersion: '202607' },
    bluesky: { directoryUrl: 'https://plc.directory', handleResolverUrl: null },
  }
  const access = {
    outside: { privateAddresses: 'allow' as const, resolve: async () => ['127.0.0.1'] },
    clock: createTestClock(now),
  }
  const driver = createOauthDrivers(config, access).find((one) => one.channel === channel)
  if (driver === undefined) throw new Error('there is no such driver')
  return { ...partsOf(driver, standIn, channel), driver, standIn, ...ending(standIn) }
}

function ending(standIn: PlatformsStandIn) {
  return { [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose]() }
}

function partsOf(driver: ChannelDriver, standIn: PlatformsStandIn, channel: OauthChannel) {
  const { connecting, publishing } = driver
  if (connecting.kind !== 'redirect') throw new Error('it redirects')
  const consent = async () => {
    const { url, keep } = await connecting.begin({ input: '', state: 's-1', redirectUrl, signal })
    const { headers } = await fetch(url, { redirect: 'manual' })
    return { params: new URL(headers.get('location') ?? '').searchParams, keep }
  }
  const finish = (
    params: URLSearchParams,
    keep: Parameters<Redirecting['finish']>[0]['keep'],
  ): Promise<Connected> =>
    connecting.finish({ params, keep: JSON.parse(JSON.stringify(keep)), redirectUrl, signal })
  const connect = async () => {
    const { params, keep } = await consent()
    return finish(params, keep)
  }
  return {
    ...{ consent, finish, connect },
    tokenRequests: () =>
      standIn.requests.filter((one) => one === `POST ${platformFacts[channel].token}`).length,
    publishing: () => {
      if (publishing === undefined) throw new Error('it publishes nothing')
      return publishing
    },
    async post(): Promise<NewPost> {
      const { credentials } = await connect()
      const text = 'Render & train\nhttps://gridloom.example/r/ada'
      const post = { credentials: credentials ?? {}, key: 'post-1', text, attachments: [] }
      return { ...post, since: new Date(now), signal }
    },
  }
}
