import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFederation, MemoryKvStore } from '@fedify/fedify'
import { Note, Person, PUBLIC_COLLECTION, Tombstone } from '@fedify/vocab'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { systemIds } from '../../platform/ids.ts'
import { mastodonDriver } from './drivers/mastodon/mastodon-driver.ts'
import { createOutsideRequests } from './drivers/outgoing/outside-requests.ts'
import { readPublicPost } from './index.ts'
import { createHostPauses } from './posts/host-pauses.ts'

const text = 'I host with Gridloom #ad'
const link = 'https://gridloom.example/ada'

it('reads a post of a real ActivityPub server: its words, its links and its author', async () => {
  await using site = await setup()
  expect(await site.read('/notes/1')).toEqual({
    ...{ url: `${site.url}/notes/1`, authorId: `${site.url}/users/ada`, text: `${text} here` },
    links: [link],
    publishedAt: null,
  })
})

it.each([
  ['was deleted', '/notes/tombstone'],
  ['never existed', '/notes/none'],
  ['is for followers alone', '/notes/private'],
])('says that a post is gone when it %s', async (_case, path) => {
  await using site = await setup()
  expect(await site.read(path)).toBe('gone')
})

it.each([
  ['is by an account of another server', '/notes/foreign'],
  ['is an account', '/users/ada'],
  ['has the id of a post of another server', '/forged'],
])('does not believe what %s', async (_case, path) => {
  await using site = await setup()
  await expect(site.read(path)).rejects.toMatchObject({ reason: 'refused' })
})

it.each([
  ['a page', '<html>'],
  ['JSON that is no post', '[]'],
  ['half of a post', '{"id":'],
])('makes nothing of %s', async (_case, body) => {
  await using site = await setup({ '/odd': body })
  await expect(site.read('/odd')).rejects.toMatchObject({ reason: 'unavailable' })
})

/** A server made with Fedify, and our own, which reads from it. */
async function setup(bodies: Record<string, string> = {}) {
  const federation = createFederation<void>({ kv: new MemoryKvStore() })
  federation.setActorDispatcher('/users/{identifier}', (ctx, identifier) =>
    identifier === 'ada'
      ? new Person({ id: ctx.getActorUri(identifier), preferredUsername: identifier })
      : null,
  )
  federation.setObjectDispatcher(Note, '/notes/{id}', (ctx, { id }) => {
    if (id === 'none') return null
    const attribution =
      id === 'foreign' ? new URL('https://other.example/users/eve') : ctx.getActorUri('ada')
    return new Note({
      ...{ id: ctx.getObjectUri(Note, { id }), attribution },
      to: id === 'private' ? new URL(`${ctx.getActorUri('ada')}/followers`) : PUBLIC_COLLECTION,
      content: `<p>${text} <a href="${link}">here</a></p>`,
    })
  })
  const forged = new Note({
    ...{ id: new URL('https://other.example/notes/1'), content: text, to: PUBLIC_COLLECTION },
    attribution: new URL('https://other.example/users/eve'),
  })
  const tombstone = new Tombstone({ id: new URL('https://a.example/notes/tombstone') })
  const fixed = new Map([
    ['/forged', JSON.stringify(await forged.toJsonLd())],
    ['/notes/tombstone', JSON.stringify(await tombstone.toJsonLd())],
    ...Object.entries(bodies),
  ])
  const listener: RequestListener = async (request, response) => {
    const body = fixed.get(request.url ?? '')
    if (body !== undefined) return void response.end(body)
    const headers = new Headers({ accept: request.headers.accept ?? '' })
    const address = new URL(request.url ?? '', `http://${request.headers.host}`)
    const answer = await federation.fetch(new Request(address, { headers }), {
      contextData: undefined,
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    return void response.end(Buffer.from(await answer.arrayBuffer()))
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Named cast: it listens on a TCP port.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const never = new AbortController().signal
  const requests = createOutsideRequests({
    ...{ outside: { privateAddresses: 'allow', resolve: async () => ['127.0.0.1'] } },
    clock: systemClock,
  })
  const apps = { find: async () => undefined, save: async () => {} }
  const parts = { requests, apps, ids: systemIds(() => systemClock.now()), clock: systemClock }
  const ctx = {
    channelDrivers: new Map([['mastodon' as const, mastodonDriver(parts)]]),
    channelPauses: createHostPauses(),
    ...{ clock: systemClock, signal: never },
  }
  return {
    url,
    read: (path: string) => readPublicPost(ctx, new URL(path, url), 'mastodon'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
