import { createServer } from 'node:http'
import { systemClock } from '@gridloom/async/clock'
import { decideConsent } from '@gridloom/testkit/channels/pds-consent'
import {
  type PdsAccount,
  type PdsServer,
  startPdsServer,
} from '@gridloom/testkit/channels/pds-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAttachment } from '../../../../../test/attachments.ts'
import { aVideo } from '../../../../../test/library.ts'
import type { Outside } from '../../../../platform/outbound/outside.ts'
import { ChannelFailed, type Connected, type NewPost, type Redirecting } from '../driver.ts'
import { createBlueskyDriver } from './bluesky-driver.ts'
import { clientMetadata, clientMetadataPath } from './client.ts'
import { recordKeyOf } from './record-key.ts'
import { createSigningKey } from './signed-token.ts'

const { signal } = new AbortController()
const loopbackUrl = 'http://127.0.0.1:8787'
const siteUrl = 'https://compute.gridloom.dev'
const clientKey = createSigningKey()

let pds: PdsServer
let metadataAt: { url: string; end(): void }
let names = 0

beforeAll(async () => {
  metadataAt = await serveMetadata()
  pds = await startPdsServer({ origin: siteUrl, at: metadataAt.url })
}, 120_000)
afterAll(async () => {
  await pds[Symbol.asyncDispose]()
  metadataAt.end()
})

it('connects an account through the consent page, with no more than the right to post', async () => {
  const { account, connected } = await setup()
  expect(connected).toMatchObject({
    ...{ externalId: account.did, handle: `@${account.handle}`, name: account.handle },
    profileUrl: `https://bsky.app/profile/${account.did}`,
    scopes: [
      ...['atproto', 'repo:app.bsky.feed.post?action=create', 'blob:image/*', 'blob:video/mp4'],
    ],
    limits: { video: { bytes_max: 100_000_000, seconds_max: 180 } },
  })
  expect(connected.expiresAt?.getTime()).toBeGreaterThan(systemClock.now().getTime())
})

it('connects as a site that signs with a key of its own, and refreshes as it', async () => {
  const { driver, connected } = await setup({ publicUrl: siteUrl })
  expect(connected.credentials).toMatchObject({ clientId: `${siteUrl}${clientMetadataPath}` })
  const refreshed = await driver.refresh?.(connected.credentials ?? {}, signal)
  expect(refreshed?.credentials).toMatchObject({ did: connected.externalId })
})

it('asks a server for handles where one is configured', async () => {
  const { account } = await begun()
  const { connecting } = createBlueskyDriver({
    ...options(loopbackUrl),
    ...{ handleResolverUrl: pds.url, webOrigin: () => 'http://nobody.invalid' },
  })
  if (connecting.kind !== 'redirect') throw new Error('it redirects')
  const redirectUrl = redirectUrlOf(loopbackUrl)
  const ask = (input: string) => connecting.begin({ input, state: 'any', redirectUrl, signal })
  expect((await ask(account.handle)).url.origin).toBe(pds.url)
  await expect(ask('nobody.test')).rejects.toMatchObject({ reason: 'refused' })
})

it('says that access was not granted, and connects nothing', async () => {
  const { begin, finish, account } = await begun()
  const { url, keep } = await begin(account.handle)
  const { searchParams } = await decideConsent(url, { account, decision: 'reject' })
  await expect(finish(searchParams, keep)).rejects.toMatchObject({
    ...{ reason: 'refused', message: 'You did not grant access.' },
  })
})

it.each([
  ['state', 'of-another-attempt'],
  ['iss', 'https://other.example'],
  ['code', 'cod-of-nobody'],
])('refuses an answer with another %s', async (field, value) => {
  const { begin, finish, account } = await begun()
  const { url, keep } = await begin(account.did)
  const { searchParams } = await decideConsent(url, { account, decision: 'grant' })
  searchParams.set(field, value)
  await expect(finish(searchParams, keep)).rejects.toMatchObject({ reason: 'refused' })
})

it('publishes a text with a link and a picture that has an alternative text', async () => {
  const { driver, post, account, record } = await setup()
  const png = await aPng()
  const attachments = [anAttachment({ bytes: png, text: 'A lake', width: 8, height: 6 })]
  const text = 'Grüße 👩‍🚀: https://gridloom.dev/r/ada.'
  const { id, url } = await driver.publishing.publish(post({ text, attachments }))
  const rkey = recordKeyOf('post-1')
  expect(id).toBe(`at://${account.did}/app.bsky.feed.post/${rkey}`)
  const { value } = await record(rkey)
  const start = Buffer.byteLength('Grüße 👩‍🚀: ')
  const byteEnd = start + 'https://gridloom.dev/r/ada'.length
  expect(value).toMatchObject({
    text,
    facets: [
      {
        index: { byteStart: start, byteEnd },
        features: [{ uri: 'https://gridloom.dev/r/ada' }],
      },
    ],
    embed: {
      images: [
        {
          ...{ alt: 'A lake', image: { mimeType: 'image/png', size: png.length } },
          aspectRatio: { width: 8, height: 6 },
        },
      ],
    },
  })
  expect(await driver.readPost(new URL(url), signal)).toMatchObject({
    ...{ authorId: account.did, text, links: ['https://gridloom.dev/r/ada'] },
  })
})

it('publishes a video with its proportions, piece by piece', async () => {
  const { driver, post, record } = await setup()
  const bytes = await aVideo()
  const video = anAttachment({ bytes, kind: 'video', mime: 'video/mp4', text: 'A tour' })
  const attachments = [{ ...video, width: 64, height: 36, pieces: () => halvesOf(bytes) }]
  await driver.publishing.publish(post({ attachments }))
  expect((await record(recordKeyOf('post-1'))).value).toMatchObject({
    embed: {
      ...{ $type: 'app.bsky.embed.video', alt: 'A tour', aspectRatio: { width: 64, height: 36 } },
      video: { mimeType: 'video/mp4', size: bytes.length },
    },
  })
})

it('uploads again after a crash between the upload and the post, and publishes once', async () => {
  const { driver, post, posts } = await setup()
  const dying = new AbortController()
  const uploaded = pds.holdAnswerOf('com.atproto.repo.uploadBlob')
  const attachments = [anAttachment({ bytes: await aPng(), text: 'A lake' })]
  const attempt = driver.publishing.publish(post({ attachments, signal: dying.signal }))
  const failed = expect(attempt).rejects.toMatchObject({ reason: 'unavailable' })
  await uploaded
  dying.abort()
  await failed
  expect(await driver.publishing.find(post())).toBeUndefined()
  await driver.publishing.publish(post({ attachments }))
  expect(await posts()).toHaveLength(1)
})

it('publishes a post once, however often and however parallel it is attempted', async () => {
  const { driver, post, posts } = await setup()
  const first = await driver.publishing.publish(post())
  expect(await driver.publishing.publish(post({ text: 'changed since' }))).toEqual(first)
  const both = [post({ key: 'post-2' }), post({ key: 'post-2' })]
  const [one, other] = await Promise.all(both.map((each) => driver.publishing.publish(each)))
  expect(one).toEqual(other)
  expect(await posts()).toHaveLength(2)
})

it('finds the post of an attempt that ended between publishing and the answer', async () => {
  const { driver, post, posts } = await setup()
  expect(await driver.publishing.find(post())).toBeUndefined()
  const dying = new AbortController()
  const carriedOut = pds.holdAnswerOf('com.atproto.repo.createRecord')
  const attempt = driver.publishing.publish(post({ signal: dying.signal }))
  const failed = expect(attempt).rejects.toMatchObject({ reason: 'unclear' })
  await carriedOut
  dying.abort()
  await failed
  const found = await driver.publishing.find(post())
  expect(found?.url).toContain(recordKeyOf('post-1'))
  expect(await driver.publishing.publish(post())).toEqual(found)
  expect(await posts()).toHaveLength(1)
})

it('looks itself for a post whose answer was lost', async () => {
  const { driver, post, posts } = await setup()
  pds.loseAnswerOf('com.atproto.repo.createRecord')
  await driver.publishing.publish(post())
  expect(await posts()).toHaveLength(1)
})

it('says that a post is gone when it was deleted, or its account was', async () => {
  const { driver, post, account } = await setup()
  const { url } = await driver.publishing.publish(post())
  expect(await driver.readPost(new URL(url), signal)).not.toBe('gone')
  const named = new URL(url.replace(account.did, account.handle))
  const there = { repo: account.did, collection: 'app.bsky.feed.post', rkey: recordKeyOf('post-1') }
  await account.call('com.atproto.repo.deleteRecord', there)
  for (const address of [
    new URL(url),
    named,
    new URL(`at://${account.handle}/${there.collection}/${there.rkey}`),
  ])
    expect(await driver.readPost(address, signal)).toBe('gone')
  await account.call('com.atproto.server.deactivateAccount', {})
  expect(await driver.readPost(new URL(url), signal)).toBe('gone')
})

it('exchanges tokens for new ones, and accepts none twice', async () => {
  const { driver, post, connected } = await setup()
  const old = connected.credentials ?? {}
  const refreshed = await driver.refresh(old, signal)
  const credentials = refreshed.credentials ?? {}
  expect(credentials.refreshToken).not.toBe(old.refreshToken)
  await driver.publishing.publish(post({ credentials }))
  await expect(driver.refresh(old, signal)).rejects.toMatchObject({ reason: 'reconnect' })
})

it('asks to connect again when access was revoked', async () => {
  const { driver, post, connected } = await setup()
  const credentials = connected.credentials ?? {}
  await driver.revoke(credentials, signal)
  await expect(driver.refresh(credentials, signal)).rejects.toMatchObject({ reason: 'reconnect' })
  await expect(driver.publishing.publish(post())).rejects.toMatchObject({ reason: 'reconnect' })
})

it('asks to connect again for credentials that are not its own', async () => {
  const { driver, post, connected } = await setup()
  const other = { ...connected.credentials, key: createSigningKey() }
  for (const credentials of [{}, other])
    await expect(driver.publishing.publish(post({ credentials }))).rejects.toMatchObject({
      reason: 'reconnect',
    })
})

it('keeps an account whose handle was changed', async () => {
  const { driver, post, account, connect, connected } = await setup()
  const { url } = await driver.publishing.publish(post())
  const handle = `renamed-${account.handle}`
  await account.call('com.atproto.identity.updateHandle', { handle })
  const again = await connect(handle)
  expect(again).toMatchObject({ externalId: connected.externalId, handle: `@${handle}` })
  expect(await driver.readPost(new URL(url), signal)).toMatchObject({ authorId: account.did })
  const old = new URL(url.replace(account.did, account.handle))
  await expect(driver.readPost(old, signal)).rejects.toMatchObject({ reason: 'unavailable' })
})

it.each<[string, Partial<NewPost>]>([
  ['301 characters', { text: '👩‍🚀'.repeat(301) }],
  ['five pictures', { attachments: Array.from({ length: 5 }, () => picture(10)) }],
  ['a picture of more than 2 MB', { attachments: [picture(2_000_001)] }],
  ['a video of more than 100 MB', { attachments: [longVideo()] }],
])('refuses %s before anything is sent', async (_, given) => {
  const { driver, post, posts } = await setup()
  await expect(driver.publishing.publish(post(given))).rejects.toMatchObject({ reason: 'refused' })
  expect(await posts()).toEqual([])
})

it('asks no address that is not public', async () => {
  const refusing = createBlueskyDriver({
    ...options(loopbackUrl),
    outside: { privateAddresses: 'refuse', resolve: async () => ['127.0.0.1'] },
  })
  const url = new URL('https://bsky.app/profile/did:web:intranet.example/post/3kabc')
  await expect(refusing.readPost(url, signal)).rejects.toBeInstanceOf(ChannelFailed)
})

function options(publicUrl: string) {
  const outside: Outside = { privateAddresses: 'allow', resolve: async () => ['127.0.0.1'] }
  return {
    ...{ outside, clock: systemClock, publicUrl, clientKey, plcUrl: pds.directoryUrl },
    webOrigin: (host: string) => `http://${host}:${pds.port}`,
    readTexts: () => Promise.reject(new Error('there is no such record')),
  }
}

async function begun({ publicUrl = loopbackUrl }: { publicUrl?: string } = {}) {
  names += 1
  const account = await pds.createAccount(`ada${names}`)
  const { connecting, refresh, revoke, publishing, ...rest } = createBlueskyDriver(
    options(publicUrl),
  )
  if (connecting.kind !== 'redirect' || !refresh || !revoke || !publishing)
    throw new Error('a part is missing')
  const redirectUrl = redirectUrlOf(publicUrl)
  const state = `state-${names}`
  return {
    driver: { ...rest, refresh, revoke, publishing },
    account,
    begin: (input: string) => connecting.begin({ input, state, redirectUrl, signal }),
    finish: (params: URLSearchParams, keep: Parameters<Redirecting['finish']>[0]['keep']) =>
      // What is kept is stored as JSON meanwhile.
      connecting.finish({ params, keep: JSON.parse(JSON.stringify(keep)), redirectUrl, signal }),
  }
}

async function setup(given: { publicUrl?: string } = {}) {
  const { driver, account, begin, finish } = await begun(given)
  const connect = async (handle: string): Promise<Connected> => {
    const { url, keep } = await begin(handle)
    const named: PdsAccount = { ...account, handle }
    const { searchParams } = await decideConsent(url, { account: named, decision: 'grant' })
    return finish(searchParams, keep)
  }
  const connected = await connect(account.handle)
  const record = async (rkey: string) =>
    (await fetch(
      `${pds.url}/xrpc/com.atproto.repo.getRecord?repo=${account.did}&collection=app.bsky.feed.post&rkey=${rkey}`,
    ).then((response) => response.json())) as { value: unknown }
  const posts = async () => {
    const listed = await account.call(
      `com.atproto.repo.listRecords?repo=${account.did}&collection=app.bsky.feed.post`,
    )
    return (listed as { records: unknown[] }).records
  }
  const post = (more: Partial<NewPost> = {}): NewPost => ({
    ...{ credentials: connected.credentials ?? {}, key: 'post-1', text: 'Hello', attachments: [] },
    ...{ since: systemClock.now(), signal },
    ...more,
  })
  return { driver, account, connected, connect, record, posts, post }
}

function redirectUrlOf(publicUrl: string): URL {
  return new URL('/channels/callback', publicUrl)
}

function picture(bytes: number) {
  return anAttachment({ bytes: new Uint8Array(bytes) })
}

function longVideo() {
  return { ...picture(0), kind: 'video' as const, mime: 'video/mp4', bytes: 100_000_001 }
}

function aPng(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}

async function* halvesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const half = Math.floor(bytes.length / 2)
  yield bytes.subarray(0, half)
  yield bytes.subarray(half)
}

/** Serves the description of the site, which a server of accounts reads. */
async function serveMetadata() {
  const server = createServer((request, response) => {
    if (request.url !== clientMetadataPath) return response.writeHead(404).end()
    response.setHeader('content-type', 'application/json')
    const place = { publicUrl: siteUrl, redirectUrl: redirectUrlOf(siteUrl), key: clientKey }
    return response.end(JSON.stringify(clientMetadata(place)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, end: () => void server.close() }
}
