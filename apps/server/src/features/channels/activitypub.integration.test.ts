import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFederation, MemoryKvStore } from '@fedify/fedify'
import { Note, Person, PUBLIC_COLLECTION, Tombstone } from '@fedify/vocab'
import { expect, it } from 'vitest'
import { withPeople } from '../../../test/people.ts'
import { readPublicPost } from './index.ts'

const text = 'I host with Gridloom #ad'
const link = 'https://gridloom.example/ada'

it('reads a post of a real ActivityPub server: its words, its links, its author and its date', async () => {
  await using site = await setup()
  expect(await site.read('/notes/1')).toEqual({
    ...{ url: `${site.url}/notes/1`, authorId: `${site.url}/users/ada`, text: `${text} here` },
    links: [link],
    publishedAt: new Date('2026-11-20T10:00:00.000Z'),
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
      published: Temporal.Instant.from('2026-11-20T10:00:00Z'),
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
  const fixture = await withPeople({ config: { webhookPrivate: 'allow' } })
  return {
    url,
    read: (path: string) => readPublicPost(fixture.system, new URL(path, url), 'mastodon'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await fixture[Symbol.asyncDispose]()
    },
  }
}
