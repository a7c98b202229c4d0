import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Stream,
} from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createTestClock } from '@gridloom/async/test-clock'
import { agentCall } from '@gridloom/contract/agent/call'
import { ownConnection } from '@gridloom/contract/agent/protocol'
import { MachineId } from '@gridloom/contract/core/ids'
import { eventually } from '@gridloom/testkit/eventually'
import { expect, it } from 'vitest'
import { bytesConnectionsMax, edgeSocketTimeoutMs } from '../../platform/agent-link/bounds.ts'
import { openConnection } from '../../platform/agent-link/connection.ts'
import { systemIds } from '../../platform/ids.ts'
import { createEdgeSockets } from './edge-sockets.ts'
import { createBytesOpener } from './open-bytes.ts'

const machineId = MachineId.parse(`mch_${'1'.repeat(26)}`)
const call = agentCall({ method: 'POST', path: '/v1/bytes', transport: 'duplex' })
const own = { ':status': 200, [ownConnection.carried]: 'own' }

it('carries a call over a connection of its own, also what was sent before the answer', async () => {
  const sent = randomBytes(3_000_000)
  await using test = await setup(async (stream, ticket) => {
    const socket = await test.dial(ticket)
    socket.write(sent.subarray(0, 10))
    await test.turns()
    stream.respond(own, { waitForTrailers: true })
    stream.once('wantTrailers', () => stream.sendTrailers({ 'x-code': '0' }))
    socket.end(sent.subarray(10), () => stream.end())
  })
  const { stream, trailers } = await test.open()
  expect((await buffer(stream)).equals(sent)).toBe(true)
  stream.destroy()
  expect(await trailers()).toEqual({ 'x-code': '0' })
})

it('carries a call of an older agent on its stream, and takes no connection for it later', async () => {
  let ticket = ''
  await using test = await setup((stream, given) => {
    ticket = given
    stream.respond({ ':status': 200 })
    stream.end('hello')
  })
  const { stream } = await test.open()
  expect(String(await buffer(stream))).toBe('hello')
  await expect(test.dial(ticket)).rejects.toMatchObject({ code: 'machine_refused' })
})

it('fails where the machine says that it has dialled and has not', async () => {
  const left = Promise.withResolvers<void>()
  await using test = await setup((stream) => {
    stream.respond(own)
    stream.once('close', left.resolve)
  })
  const opening = test.open()
  const failed = expect(opening).rejects.toMatchObject({ code: 'upstream_failed' })
  await eventually(() => expect(test.calls()).toBe(1))
  await test.turns()
  await test.clock.advance(edgeSocketTimeoutMs)
  await failed
  await left.promise
})

it('passes the refusal of a call on, and closes what was dialled for it', async () => {
  const closed = Promise.withResolvers<void>()
  await using test = await setup(async (stream, ticket) => {
    const socket = await test.dial(ticket)
    socket.resume().once('end', closed.resolve)
    stream.respond({ ':status': 404, 'content-type': 'application/json' })
    stream.end('{"code":"not_found","error":"There is no such instance."}')
  })
  await expect(test.open()).rejects.toMatchObject({ code: 'not_found' })
  await closed.promise
})

it('breaks when the machine dies', async () => {
  await using test = await setup(async (stream, ticket) => {
    await test.dial(ticket)
    stream.respond(own)
  })
  const { stream } = await test.open()
  test.die()
  await eventually(() => expect(stream.destroyed).toBe(true))
  expect(stream.readableEnded).toBe(false)
})

it('has at most some connections of a machine at once, and carries more calls by HTTP/2', async () => {
  const tickets: string[] = []
  await using test = await setup(async (stream, ticket) => {
    tickets.push(ticket)
    if (ticket !== '') await test.dial(ticket)
    stream.respond(ticket === '' ? { ':status': 200 } : own)
  })
  const all = await Promise.all(Array.from({ length: bytesConnectionsMax + 1 }, test.open))
  expect(tickets.filter((ticket) => ticket === '')).toHaveLength(1)
  const [first] = all
  const closed = first && once(first.stream, 'close')
  first?.stream.destroy()
  await closed
  await test.open()
  expect(tickets.filter((ticket) => ticket === '')).toHaveLength(1)
  for (const { stream } of all) stream.destroy()
})

type Answer = (stream: ServerHttp2Stream, ticket: string) => unknown

async function setup(answer: Answer) {
  const clock = createTestClock()
  const sockets = createEdgeSockets({ clock, ids: systemIds(() => clock.now()) })
  const opener = createBytesOpener({ clock, sockets })
  const server = createServer().setMaxListeners(0)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Named cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const machine: Socket[] = []
  async function pair(): Promise<{ here: Socket; there: Socket }> {
    const accepted = new Promise<Socket>((resolve) => {
      const take = (here: Socket) => {
        if (here.remotePort !== there.localPort) return
        server.off('connection', take)
        resolve(here)
      }
      server.on('connection', take)
    })
    const there = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    there.on('error', () => {})
    machine.push(there)
    return { here: await accepted, there }
  }
  const main = await pair()
  let calls = 0
  const session = performServerHandshake(main.there)
  session.on('error', () => {})
  session.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    calls += 1
    stream.on('error', () => {}).resume()
    void Promise.resolve(answer(stream, String(headers[ownConnection.ticket] ?? '')))
  })
  const wire = openConnection({
    ...{ machineId, connectionId: 'main', socket: main.here, clock },
    onFlood: () => {},
  })
  const signal = new AbortController().signal
  return {
    clock,
    calls: () => calls,
    open: () => opener.open(wire, call, { signal }),
    /** Dials as the machine; the first bytes are the answer to the upgrade. */
    async dial(ticket: string) {
      const { here, there } = await pair()
      sockets.take(machineId, ticket, here)
      const [head]: Buffer[] = await once(there, 'data')
      expect(String(head)).toContain('101 Switching Protocols')
      return there
    },
    /** What was sent has arrived. */
    turns: () => wire.roundTripMs(),
    die: () => {
      for (const socket of machine) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      wire.close('the test is over')
      for (const socket of machine) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
