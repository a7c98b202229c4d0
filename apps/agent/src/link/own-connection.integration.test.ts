import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTcp, createServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createFastClock } from '@gridloom/async/test-clock'
import { agentPath } from '@gridloom/contract/agent/call'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { ownConnection } from '@gridloom/contract/agent/protocol'
import { sessionCalls } from '@gridloom/contract/agent/session-calls'
import { eventually } from '@gridloom/testkit/eventually'
import { expect, it } from 'vitest'
import { responseOf } from '../../test/agent-connection.ts'
import { anInstanceId, aReport } from '../../test/builders.ts'
import { type AgentSetupOptions, setupAgent } from '../../test/run-agent.ts'
import { newSessionId } from '../../test/session-ids.ts'

const idle = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])
const ticket = { [ownConnection.ticket]: 'ticket-1' }

it('carries the bytes of a call that brings a ticket, and its call the exit code', async () => {
  await using test = await setup()
  const call = test.begin(ticket)
  const { socket, headers } = await test.plane.nextBytes()
  expect(headers).toMatchObject({ 'x-gridloom-role': 'bytes', 'x-gridloom-ticket': 'ticket-1' })
  expect(await responseOf(call)).toMatchObject({ [ownConnection.carried]: 'own' })
  const inside = await test.program()
  const [there, back] = [randomBytes(3_000_000), randomBytes(3_000_000)]
  const received = buffer(inside)
  socket.end(there)
  expect((await received).equals(there)).toBe(true)
  const trailers = once(call, 'trailers')
  inside.end(back)
  expect((await buffer(socket)).equals(back)).toBe(true)
  expect((await trailers)[0]).toMatchObject({ 'x-gridloom-exit-code': '7' })
})

it.each<[string, Record<string, string>, Buffer | null]>([
  ['without a ticket', {}, idle],
  ['with what is no ticket', { [ownConnection.ticket]: 'no ticket' }, idle],
  ['whose pieces are no whole frames', ticket, null],
])('is not there for a call %s: its stream carries them', async (_, headers, frame) => {
  await using test = await setup({}, frame)
  const call = test.begin(headers)
  expect(await responseOf(call)).not.toHaveProperty(ownConnection.carried)
  const inside = await test.program()
  inside.end('hello')
  expect(String(await buffer(call))).toBe('hello')
})

it('is not waited for where it cannot be dialled', async () => {
  await using test = await setup()
  test.plane.overrun()
  const call = test.begin(ticket)
  expect(await responseOf(call)).not.toHaveProperty(ownConnection.carried)
})

it('hangs its program up, and breaks its call, when it breaks', async () => {
  await using test = await setup()
  const call = test.begin(ticket)
  const { socket } = await test.plane.nextBytes()
  await responseOf(call)
  const inside = await test.program()
  const hungUp = once(inside.resume(), 'end')
  if (socket instanceof Socket) socket.resetAndDestroy()
  await hungUp
  await eventually(() => expect(call.rstCode).not.toBe(0))
})

it('ends with its call', async () => {
  await using test = await setup()
  const call = test.begin(ticket)
  const { socket } = await test.plane.nextBytes()
  await responseOf(call)
  const ended = once(socket.resume(), 'end')
  call.close(8)
  await ended
})

it('says that it is idle', async () => {
  await using test = await setup({ clock: createFastClock(100) })
  test.begin(ticket)
  const { socket } = await test.plane.nextBytes()
  expect(await once(socket, 'data')).toEqual([idle])
})

it('stops a program whose reader is slow', async () => {
  await using test = await setup()
  const call = test.begin(ticket)
  const { socket } = await test.plane.nextBytes()
  await responseOf(call)
  const inside = await test.program()
  socket.pause()
  let wrote = 0
  const piece = Buffer.alloc(1_000_000)
  const push = () => {
    do wrote += piece.length
    while (inside.write(piece))
  }
  inside.on('drain', push)
  push()
  let before = -1
  const hasStopped = () => {
    const isSame = before === wrote
    before = wrote
    return isSame
  }
  await expect.poll(hasStopped, { interval: 200 }).toBe(true)
  expect(wrote).toBeLessThan(50_000_000)
})

async function setup(agent: AgentSetupOptions['agent'] = {}, frame: Buffer | null = idle) {
  const programs = Promise.withResolvers<Duplex>()
  const server = createServer({ allowHalfOpen: true }, (socket) =>
    programs.resolve(socket.on('error', () => {})),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const test = await setupAgent({
    agent,
    manager: {
      sessions: {
        open: async () => {
          const stream = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true })
          await once(stream, 'connect')
          return { stream, idle: frame ?? undefined, output: 'framed', exitCode: async () => 7 }
        },
      },
    },
  })
  test.manager.put(aReport())
  const main = await test.connect()
  await main.call('POST', coreCalls.openConnection.path, { role: 'edge', ticket: 'edge-1' })
  const edge = await test.plane.nextConnection()
  return {
    ...test,
    /** The other end of the program's stream. */
    program: () => programs.promise,
    begin(headers: Record<string, string>) {
      const path = agentPath(sessionCalls.open, { id: anInstanceId, session: newSessionId() })
      const stream = edge.open('POST', path, headers)
      stream.write('{"program":{"kind":"ssh_server","authorized_keys":[]}}\n')
      return stream
    },
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]()
      server.close()
    },
  }
}
