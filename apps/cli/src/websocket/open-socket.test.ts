import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { openNodeSocket } from './open-socket.ts'

const mib = 1024 * 1024

describe('a socket of ours', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 3 * mib])('carries %i bytes both ways', async (size) => {
    await using world = await setup((socket) =>
      socket.on('message', (bytes, isBinary) => socket.send(bytes, { binary: isBinary })),
    )
    const { socket, received, texts } = world.open()
    await once(socket, 'open')
    const sent = randomBytes(size)
    socket.send(sent)
    socket.send('{"kind":"text"}')
    await eventually(() => expect(texts).toEqual(['{"kind":"text"}']))
    expect(Buffer.concat(received).equals(sent)).toBe(true)
  })

  it('does not write into memory that was not given back', async () => {
    const pieces = Array.from({ length: 40 }, () => randomBytes(200_000))
    await using world = await setup((socket) => {
      for (const piece of pieces) socket.send(piece)
      socket.send('done')
    })
    const { received, texts } = world.open()
    await eventually(() => expect(texts).toEqual(['done']))
    expect(Buffer.concat(received).equals(Buffer.concat(pieces))).toBe(true)
  })

  it('answers pings, and reports the code and the reason of the end', async () => {
    const ponged = Promise.withResolvers<string>()
    await using world = await setup((socket) => {
      socket.on('pong', (payload) => {
        ponged.resolve(payload.toString())
        socket.close(1011, 'the machine is offline')
      })
      socket.ping('there?')
    })
    const { socket } = world.open()
    const [closed] = await once(socket, 'close')
    expect(await ponged.promise).toBe('there?')
    expect(closed).toMatchObject({ code: 1011, reason: 'the machine is offline' })
  })

  it.each<[string, (raw: Socket) => void]>([
    ['breaks off', (raw) => void raw.destroy()],
    ['sends what is no frame', (raw) => void raw.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('ends with 1006 where the server %s', async (_, end) => {
    await using world = await setup((_socket, raw) => end(raw))
    const [closed] = await once(world.open().socket, 'close')
    expect(closed).toMatchObject({ code: 1006 })
  })

  it.each([
    'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x\r\n\r\n',
    `HTTP/1.1 101 Switching Protocols\r\nX: ${'x'.repeat(20_000)}`,
  ])('does not open where the server does not agree', async (answer) => {
    await using world = await setup(() => {}, answer)
    const { socket, opened } = world.open()
    await once(socket, 'close')
    expect(opened()).toBe(false)
  })

  it('stops a server that is faster than its reader', async () => {
    let sent = 0
    await using world = await setup(async (socket) => {
      const piece = Buffer.alloc(mib)
      while (socket.readyState === socket.OPEN && sent < 200 * mib) {
        await new Promise((done) => socket.send(piece, done))
        sent += mib
      }
    })
    const { socket, received } = world.open()
    await once(socket, 'open')
    pausable(socket).pause()
    let before = -1
    const hasStopped = () => {
      const isSame = before === sent
      before = sent
      return isSame
    }
    await expect.poll(hasStopped, { interval: 200 }).toBe(true)
    expect(sent).toBeLessThan(50 * mib)
    expect(Buffer.concat(received).length).toBeLessThan(2 * mib)
    pausable(socket).resume()
    await eventually(() => expect(sent).toBe(200 * mib))
  })

  it('says goodbye when it is closed', async () => {
    const left = Promise.withResolvers<number>()
    await using world = await setup((socket) => socket.on('close', left.resolve))
    const { socket } = world.open()
    await once(socket, 'open')
    socket.close()
    expect(await left.promise).toBe(1000)
  })

  it('leaves no timer when it is closed after its end', async () => {
    await using world = await setup((server) => server.close())
    const { socket } = world.open()
    await once(socket, 'close')
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout')
    const before = timers().length
    socket.close()
    expect(timers()).toHaveLength(before)
  })

  it('ends although the server does not answer its goodbye', async () => {
    await using world = await setup((_, raw) => raw.pause())
    const { socket } = world.open()
    await once(socket, 'open')
    socket.close()
    const [closed] = await once(socket, 'close')
    expect(closed).toMatchObject({ code: 1006 })
  })
})

async function setup(serve: (socket: ServerSocket, raw: Socket) => unknown, answer?: string) {
  const server: Server = createServer()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 10 * mib })
  server.on('upgrade', (request, raw: Socket, head) => {
    if (answer === undefined)
      sockets.handleUpgrade(request, raw, head, (socket) => void serve(socket, raw))
    else raw.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Named cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    open() {
      const socket = openNodeSocket(`ws://127.0.0.1:${port}/path?query=1`)
      const received: Buffer[] = []
      const texts: string[] = []
      let isOpen = false
      socket.addEventListener('open', () => {
        isOpen = true
      })
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') texts.push(data)
        else received.push(data)
      })
      return { socket, received, texts, opened: () => isOpen }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Named cast: our sockets can pause, which browsers' cannot. */
function pausable(socket: WebSocket): { pause(): void; resume(): void } {
  return socket as unknown as { pause(): void; resume(): void }
}
