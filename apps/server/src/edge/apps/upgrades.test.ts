import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { answerTo, nobody, startAppsSite, theInstance } from '../../../test/apps-site.ts'

describe('a WebSocket to a port address', () => {
  it('carries frames both ways, with the protocol that the app chose', async () => {
    await using site = await echoSite()
    const socket = await site.open({ protocols: ['chat', 'other'] })
    expect(socket.protocol).toBe('chat')
    const big = Buffer.alloc(3_000_000, 'gridloom')
    for (const sent of [Buffer.alloc(5, 'hello'), big]) {
      socket.send(sent)
      const [received] = await once(socket, 'message')
      expect(received.equals(sent)).toBe(true)
    }
    socket.close(4_001, 'done')
    expect(await once(socket, 'close')).toMatchObject([4_001, Buffer.alloc(4, 'done')])
    await expect.poll(() => site.server.open()).toBe(0)
  })

  it('stays open for a day without a byte', async () => {
    const clock = createTestClock()
    await using site = await echoSite({ clock })
    const socket = await site.open()
    await clock.jump(24 * 60 * 60_000)
    socket.send('still here')
    expect(String((await once(socket, 'message'))[0])).toBe('still here')
    socket.terminate()
  })

  it('is one of a thousand that stay open for an hour without a byte, on a clock that is turned', async () => {
    const clock = createTestClock()
    await using site = await echoSite({ clock })
    const sockets: WebSocket[] = []
    while (sockets.length < 1_000)
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => site.open()))))
    const cut: number[] = []
    for (const socket of sockets) socket.once('close', (code) => cut.push(code))
    // Each step asks again about who may stay, as every 15 seconds of the hour does.
    for (let minutes = 0; minutes < 60; minutes++) await clock.jump(60_000)
    expect(site.questions.length).toBeGreaterThan(60)
    const answers = sockets.map((socket) => once(socket, 'message'))
    for (const [at, socket] of sockets.entries()) socket.send(`still ${at}`)
    const said = (await Promise.all(answers)).map(([message]) => String(message))
    expect(said).toEqual(sockets.map((_socket, at) => `still ${at}`))
    expect(cut).toEqual([])
    for (const socket of sockets) socket.terminate()
    await expect.poll(() => site.server.open()).toBe(0)
  })

  it('ends within a second after its admission, and ends the app’s side', async () => {
    let isOpen = true
    await using site = await echoSite({
      admit: (question) => (isOpen ? site.admitted(question) : nobody),
    })
    const socket = await site.open()
    isOpen = false
    const atMs = performance.now()
    site.publish({ subject: theInstance })
    await once(socket, 'close')
    expect(performance.now() - atMs).toBeLessThan(1_000)
    await expect.poll(() => site.sockets.size).toBe(0)
  })

  it('ends at the time that its admission names', async () => {
    const clock = createTestClock()
    const untilMs = clock.now().getTime() + 60_000
    await using site = await echoSite({
      clock,
      admit: (question) => ({ ...site.admitted(question), untilMs }),
    })
    const socket = await site.open()
    const closed = once(socket, 'close')
    await clock.advance(59_000)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    await clock.advance(1_500)
    await closed
  })

  it('stays where a question about it cannot be answered, and where another is concerned', async () => {
    let isAway = false
    await using site = await echoSite({
      admit(question) {
        if (isAway) throw new Error('the control plane restarts')
        return site.admitted(question)
      },
    })
    const socket = await site.open()
    isAway = true
    site.publish({ everything: true })
    site.publish({ subject: 'ins_other' })
    await expect.poll(() => site.questions.length).toBeGreaterThan(1)
    isAway = false
    socket.send('still here')
    expect(String((await once(socket, 'message'))[0])).toBe('still here')
    socket.terminate()
  })

  it('is refused as an ordinary request where the app refuses it, or nobody is admitted', async () => {
    await using site = await startAppsSite({
      apps: {
        8888: (_request, response) => response.writeHead(403, { 'x-why': 'no' }).end('not you'),
      },
      admit: (question) => (question.token === 'none' ? nobody : site.admitted(question)),
    })
    const refused = await upgradeTo(site.port, { host: site.host(8888) })
    expect(refused).toMatchObject({ status: 403, text: 'not you', headers: { 'x-why': 'no' } })
    const stranger = await upgradeTo(site.port, {
      host: site.host(8888),
      'x-gridloom-token': 'none',
    })
    expect(stranger.status).toBe(401)
    expect(JSON.parse(stranger.text)).toMatchObject({ code: 'unauthorized' })
    const nothing = await upgradeTo(site.port, { host: site.host(9999) })
    expect(nothing.status).toBe(502)
  })
})

it('carries any other protocol as raw bytes, and the end of each direction', async () => {
  await using site = await startAppsSite({
    raw: true,
    apps: {
      8888: (socket: Socket) => {
        socket.once('data', () => {
          socket.write(
            'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\nfirst',
          )
          let received = ''
          socket.on('data', (part) => {
            received += part
          })
          socket.once('end', () => socket.end(`received ${received}`))
        })
      },
    },
  })
  const socket = await site.connect()
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${site.host(8888)}\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\nearly `,
  )
  socket.once('data', () => socket.end('late'))
  const all = await text(socket)
  expect(all).toMatch(/^HTTP\/1\.1 101 /)
  expect(all).toMatch(/first/)
  expect(all).toMatch(/received early late$/)
})

/** A program that sends every message back. */
async function echoSite(options: Partial<Parameters<typeof startAppsSite>[0]> = {}) {
  const sockets = new Set<WebSocket>()
  const echo = new WebSocketServer({ noServer: true, maxPayload: 10_000_000 })
  echo.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('message', (message, isBinary) => socket.send(message, { binary: isBinary }))
    socket.on('close', (code, reason) => code === 4_001 && socket.close(code, reason))
  })
  const site = await startAppsSite({
    apps: { 8888: (_request, response) => response.end() },
    onUpgrade: (request, socket, head) =>
      echo.handleUpgrade(request, socket, head, (opened) => echo.emit('connection', opened)),
    ...options,
  })
  return {
    ...site,
    sockets,
    async open({ protocols = [] as string[] } = {}): Promise<WebSocket> {
      const socket = new WebSocket(`ws://127.0.0.1:${site.port}/`, protocols, {
        headers: { host: site.host(8888) },
      })
      await once(socket, 'open')
      return socket
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

async function upgradeTo(port: number, headers: Record<string, string>) {
  const asked = httpRequest({
    ...{ port, host: '127.0.0.1' },
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...headers,
    },
  }).end()
  const answer = await answerTo(asked)
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
}
