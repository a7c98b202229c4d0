import type { ServerResponse } from 'node:http'
import { createInstantClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { type Answer, refuse, startStandIn } from '../test/stand-in-server.ts'
import type { StreamState } from './call-options.ts'
import { createClient } from './client.ts'
import { streamSilentAfterMs } from './event-stream.ts'
import { memoryTokens } from './tokens.ts'

const params = { id: 'ins_01jd3v8q6f7g8h9jkmnpqrstvw' }

describe('a stream', () => {
  it('yields events with their payload and id, and ends with the last one of its contract', async () => {
    await using world = await setup((_, response) => {
      send(response, ': hello\n\n', line('one', '1'), 'event: end\ndata: {"reason":"stopped"}\n\n')
    })
    const events = await collect(world.client.instances.followLogs({ params }))
    expect(events).toEqual([
      { event: 'line', data: { text: 'one' }, id: '1' },
      { event: 'end', data: { reason: 'stopped' }, id: '1' },
    ])
  })

  it('reconnects after a break, from the last event it received', async () => {
    const asked: unknown[] = []
    await using world = await setup((request, response) => {
      asked.push(request.headers['last-event-id'])
      if (asked.length === 1) return sendAndEnd(response, line('one', '41'))
      if (asked.length === 2) return refuse(response, 503, 'not_ready')
      send(response, line('two', '42'), 'event: end\ndata: {"reason":"stopped"}\n\n')
    })
    const states: StreamState[] = []
    const events = await collect(
      world.client.instances.followLogs({ params, onState: (state) => states.push(state) }),
    )
    expect(events.map((event) => event.id)).toEqual(['41', '42', '42'])
    expect(asked).toEqual([undefined, '41', '41'])
    expect(states).toEqual(['open', 'waiting', 'waiting', 'open'])
  })

  it('waits longer after each failure, and at least as long as the server asks', async () => {
    await using world = await setup((_, response) => {
      if (world.server.asked.length === 4) response.setHeader('retry-after', '60')
      refuse(response, 429, 'too_many_requests')
    })
    const following = world.client.instances.followLogs({ params, attemptsMax: 5 })
    await expect(following.next()).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(world.waitsMs()).toEqual([375, 750, 1500, 60_000])
  })

  it('does not retry an error that a retry cannot fix', async () => {
    await using world = await setup((_, response) => refuse(response, 404, 'not_found'))
    const following = world.client.instances.followLogs({ params })
    await expect(following.next()).rejects.toMatchObject({ code: 'not_found' })
    expect(world.server.asked).toHaveLength(1)
  })

  it('retries while a machine is offline only after it was online', async () => {
    await using world = await setup((_, response) => {
      const round = world.server.asked.length
      if (round === 1) return sendAndEnd(response, line('one', '1'))
      if (round === 3) return send(response, 'event: end\ndata: {"reason":"stopped"}\n\n')
      refuse(response, 409, 'machine_offline')
    })
    expect(await collect(world.client.instances.followLogs({ params }))).toHaveLength(2)
    const away = world.client.instances.followLogs({ params })
    await expect(away.next()).rejects.toMatchObject({ code: 'machine_offline' })
  })

  it('refreshes an expired token before it starts', async () => {
    await using world = await setup((request, response) => {
      if (request.url === '/api/refresh') return sendAndEnd(response, '{"token":"second"}')
      if (request.headers.authorization !== 'Bearer second') {
        return refuse(response, 403, 'token_expired')
      }
      send(response, 'event: end\ndata: {"reason":"stopped"}\n\n')
    })
    expect(await collect(world.client.instances.followLogs({ params }))).toHaveLength(1)
  })

  it('reconnects when the connection goes silent', async () => {
    await using world = await setup((_, response) => {
      if (world.server.asked.length === 2) return send(response, line('back', '2'))
      send(response, line('first', '1'))
    })
    const following = world.client.instances.followLogs({ params })
    await following.next()
    const next = following.next()
    await world.fallSilent()
    expect((await next).value).toMatchObject({ id: '2' })
    await following.return()
  })

  it('ends without an error when its caller aborts', async () => {
    const ending = new AbortController()
    await using world = await setup((_, response) => send(response, line('one', '1')))
    const seen: string[] = []
    for await (const event of world.client.instances.followLogs({
      params,
      signal: ending.signal,
    })) {
      seen.push(event.event)
      ending.abort()
    }
    expect(seen).toEqual(['line'])
  })

  it('closes its connection when its caller stops reading', async () => {
    const closed = Promise.withResolvers<void>()
    await using world = await setup((_, response) => {
      response.on('close', closed.resolve)
      send(response, line('one', '1'))
    })
    for await (const _ of world.client.instances.followLogs({ params })) break
    await expect(closed.promise).resolves.toBeUndefined()
  })
})

describe('a POST stream', () => {
  it('is never reopened', async () => {
    await using world = await setup((_, response) => {
      sendAndEnd(response, 'event: output\ndata: {"stream":"stdout","base64":"aGk="}\n\n')
    })
    const running = world.client.instances.exec({ params, body: { command: ['date'] } })
    expect((await running.next()).value).toMatchObject({ event: 'output' })
    await expect(running.next()).rejects.toMatchObject({ kind: 'broken' })
    expect(world.server.asked).toHaveLength(1)
  })
})

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

function line(text: string, id: string): string {
  return `event: line\nid: ${id}\ndata: {"text":"${text}"}\n\n`
}

function send(response: ServerResponse, ...pieces: string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of pieces) response.write(piece)
}

function sendAndEnd(response: ServerResponse, piece: string): void {
  send(response, piece)
  response.end()
}

const timeoutMs = 30_001

async function setup(answer: Answer) {
  const server = await startStandIn(answer)
  const clock = createInstantClock([streamSilentAfterMs, timeoutMs])
  const client = createClient({
    baseUrl: server.url,
    tokens: memoryTokens('first'),
    clock,
    random: () => 0.5,
    timeoutMs,
  })
  return {
    server,
    client,
    waitsMs: clock.waitsMs,
    /** Waits until a stream listens, then lets its silence limit pass. */
    fallSilent: () => clock.pass(streamSilentAfterMs),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
