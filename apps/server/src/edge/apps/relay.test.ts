import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { answerTo, labelOf, startAppsSite } from '../../../test/apps-site.ts'

describe.each(['sockets', 'http2'] as const)('a request to a port address, over %s', (streams) => {
  it('reaches the app with its method, path, headers and body, and so does the answer', async () => {
    await using site = await startAppsSite({
      streams,
      apps: {
        8888: async (request, response) => {
          const body = (await Array.fromAsync(request)).join('')
          response.writeHead(207, 'Several', ['X-One', 'a', 'X-One', 'b', 'Etag', '"1"'])
          response.end(`${request.method} ${request.url} ${body}`)
        },
      },
    })
    const answer = await site.visit(8888, {
      method: 'PROPFIND',
      path: '/a%2Fb/../c?d=é1&&'.replace('é', '%C3%A9'),
      body: 'hello',
      headers: { 'content-length': '5', authorization: 'Basic eDp5', 'x-own': ['1', '2'] },
    })
    expect(answer).toMatchObject({ status: 207, text: 'PROPFIND /a%2Fb/../c?d=%C3%A91&& hello' })
    expect(answer.headers).toMatchObject({ 'x-one': 'a, b', etag: '"1"' })
    const [received] = site.requests
    expect(received?.headers).toMatchObject({
      host: `${labelOf(8888)}.apps.test`,
      authorization: 'Basic eDp5',
      'x-own': '1, 2',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': `${labelOf(8888)}.apps.test`,
    })
  })

  it('carries 100 MiB each way byte for byte, in chunks and with a length', async () => {
    await using site = await startAppsSite({
      streams,
      apps: {
        8888: async (request, response) => {
          if (request.headers['content-length'] !== undefined)
            response.setHeader('content-length', request.headers['content-length'])
          await pipeline(request, response)
        },
      },
    })
    const block = randomBytes(1024 * 1024)
    const bytes = 100 * block.length
    const expected = createHash('sha256')
    for (let at = 0; at < 100; at++) expected.update(block)
    const wanted = expected.digest('hex')
    for (const headers of [{ 'content-length': bytes }, {}]) {
      const sent = httpRequest({
        ...{ port: site.port, host: '127.0.0.1', method: 'POST' },
        headers: { host: site.host(8888), ...headers },
      })
      const answering = answerTo(sent)
      const sending = pipeline(Readable.from(Array.from({ length: 100 }, () => block)), sent)
      const answer = await answering
      const received = createHash('sha256')
      let count = 0
      for await (const part of answer) {
        count += part.length
        received.update(part)
      }
      await sending
      expect(count).toBe(bytes)
      expect(received.digest('hex')).toBe(wanted)
      expect(answer.headers['transfer-encoding']).toBe(
        'content-length' in headers ? undefined : 'chunked',
      )
    }
  })

  it('sends events as they come, and their headers before the first', async () => {
    const sent = Promise.withResolvers<() => void>()
    await using site = await startAppsSite({
      streams,
      apps: {
        8888: (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
          sent.resolve(() => response.write('data: one\n\n'))
        },
      },
    })
    const asked = httpRequest({
      ...{ port: site.port, host: '127.0.0.1', headers: { host: site.host(8888) } },
    }).end()
    const answer = await answerTo(asked)
    const next = await sent.promise
    next()
    const [part] = await once(answer, 'data')
    expect(String(part)).toBe('data: one\n\n')
    expect(site.server.open()).toBe(1)
    asked.destroy()
    await expect.poll(() => site.server.open()).toBe(0)
  })

  it('waits with the body until the app says to continue, and closes where it refuses it', async () => {
    const taking = await expectContinue(streams, 'take')
    expect(taking).toEqual({
      continued: true,
      status: 200,
      text: 'hello',
      connection: 'keep-alive',
    })
    const refusing = await expectContinue(streams, 'refuse')
    expect(refusing).toMatchObject({ continued: false, status: 413, connection: 'close' })
  })

  it('carries trailers both ways', async () => {
    await using site = await startAppsSite({
      streams,
      apps: {
        8888: (request, response) => {
          response.writeHead(200, { trailer: 'X-Sum' })
          request.resume().once('end', () => {
            response.addTrailers({ 'x-sum': String(request.trailers['x-check']) })
            response.end('body')
          })
        },
      },
    })
    const sent = httpRequest({
      ...{ port: site.port, host: '127.0.0.1', method: 'POST' },
      headers: { host: site.host(8888), trailer: 'X-Check', te: 'trailers' },
    })
    sent.write('some')
    sent.addTrailers({ 'x-check': '42' })
    sent.end()
    const answer = await answerTo(sent)
    expect(await text(answer)).toBe('body')
    expect(answer.trailers).toEqual({ 'x-sum': '42' })
    expect(site.requests[0]?.headers).toMatchObject({ te: 'trailers', trailer: 'X-Check' })
  })

  it('answers HEAD with the length and no body, and passes on an answer without a body', async () => {
    await using site = await startAppsSite({
      streams,
      apps: {
        8888: (request, response) => {
          if (request.url === '/304') response.writeHead(304, { etag: '"x"' }).end()
          else response.writeHead(200, { 'content-length': '12' }).end('hello, world')
        },
      },
    })
    const head = await site.visit(8888, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe('12')
    expect(await site.visit(8888, { path: '/304' })).toMatchObject({ status: 304, text: '' })
    expect(await site.visit(8888)).toMatchObject({ status: 200, text: 'hello, world' })
  })

  it('passes a body that ends with the connection on as a whole, and one that breaks off as broken', async () => {
    const head = 'HTTP/1.0 200 OK\r\nServer: busybox\r\n\r\n'
    await using site = await startAppsSite({
      streams,
      raw: true,
      apps: {
        8888: (socket: Socket) => socket.once('data', () => socket.end(`${head}whole`)),
        9999: (socket: Socket) =>
          socket.once('data', () =>
            socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nless'),
          ),
      },
    })
    expect(await site.visit(8888)).toMatchObject({ status: 200, text: 'whole' })
    await expect(site.visit(9999)).rejects.toThrow('aborted')
  })

  it('keeps streams for the next request, and sends it again where the app had closed one', async () => {
    await using site = await startAppsSite({
      streams,
      apps: { 8888: (_request, response) => response.end('ok') },
    })
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    for (let times = 0; times < 20; times++) expect((await site.visit(8888)).text).toBe('ok')
    process.off('warning', note)
    // Of listeners that each request would leave.
    expect(warnings).toEqual([])
    expect(site.connections).toHaveLength(1)
    site.connections[0]?.destroy()
    expect((await site.visit(8888)).text).toBe('ok')
    expect((await site.visit(8888, { method: 'POST', body: 'x' })).text).toBe('ok')
  })

  it('passes on an answer that comes before the request is complete, and reads the rest', async () => {
    await using site = await startAppsSite({
      streams,
      apps: { 8888: (_request, response) => response.writeHead(413).end('too large') },
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const sent = httpRequest({
      ...{ port: site.port, host: '127.0.0.1', method: 'POST', agent },
      headers: { host: site.host(8888), 'content-length': 4_000_000 },
    })
    sent.write(Buffer.alloc(1_000))
    const answer = await answerTo(sent)
    expect(await text(answer)).toBe('too large')
    sent.end(Buffer.alloc(3_999_000))
    await once(sent, 'close')
    agent.destroy()
  })
})

/** What a client that expects "100 Continue" experiences. */
async function expectContinue(streams: 'sockets' | 'http2', what: 'take' | 'refuse') {
  await using site = await startAppsSite({
    streams,
    apps: { 8888: (_request, response) => response.writeHead(413).end('no') },
    onContinue: (request, response) => {
      if (what === 'refuse') return void response.writeHead(413).end('no')
      response.writeContinue()
      request.pipe(response)
    },
  })
  const sent = httpRequest({
    ...{ port: site.port, host: '127.0.0.1', method: 'PUT' },
    headers: { host: site.host(8888), expect: '100-continue', 'content-length': 5 },
  })
  let continued = false
  sent.once('continue', () => {
    continued = true
    sent.end('hello')
  })
  sent.flushHeaders()
  const answer = await answerTo(sent)
  const result = {
    continued,
    status: answer.statusCode,
    text: await text(answer),
    connection: answer.headers.connection,
  }
  sent.destroy()
  return result
}
