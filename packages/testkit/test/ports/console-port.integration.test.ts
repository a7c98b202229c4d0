import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { readConfig } from '@gridloom/server/config'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startServer } from '../../src/server.ts'
import { startPortsSite, visitAt } from './ports-site.ts'

it('passes WebSockets, bodies, trailers and "100 Continue" on to the app at localhost', async () => {
  await using site = await startPortsSite()
  await site.change('public')
  const app = site.serve(8080, (request, response) => {
    response.writeHead(200, { trailer: 'x-sum' })
    request.pipe(response, { end: false })
    request.once('end', () => {
      response.addTrailers({ 'x-sum': String(request.trailers['x-check']) })
      response.end()
    })
  })
  const echo = new WebSocketServer({ server: app })
  echo.on('connection', (socket) => socket.on('message', (message) => socket.send(message)))
  const { port } = new URL(site.product.server.url)
  const headers = { host: site.host(8080) }

  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers })
  await once(socket, 'open')
  socket.send('hello')
  expect(String((await once(socket, 'message'))[0])).toBe('hello')
  socket.terminate()

  const sent = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'PUT' },
    headers: { ...headers, expect: '100-continue', te: 'trailers', trailer: 'x-check' },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.addTrailers({ 'x-check': '42' })
  sent.end('body')
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  expect(answer === undefined ? '' : await text(answer)).toBe('body')
  expect(answer?.trailers).toEqual({ 'x-sum': '42' })
})

it('answers 421 for the addresses of a domain of their own, and serves the console as before', async () => {
  const config = readConfig(
    { GRIDLOOM_URL: 'https://console.example', GRIDLOOM_APPS_DOMAIN: 'apps.test', PORT: '0' },
    [],
  )
  await using server = await startServer({ config })
  const port = Number(new URL(server.url).port)
  for (const host of ['8888-ins0123456789abcdef.apps.test', 'x.APPS.test:443', 'apps.test.'])
    expect([host, (await visitAt(port, host, {})).status]).toEqual([host, 421])
  const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
  const refused = await visitAt(port, 'x.apps.test', { headers: upgrade })
  expect(refused.status).toBe(421)
  for (const host of ['console.example', 'evil-apps.test', '127.0.0.1'])
    expect((await visitAt(port, host, { path: '/api/config' })).status).toBe(200)
})

it('answers "100 Continue" for the console as Node.js does', async () => {
  await using server = await startServer()
  const sent = httpRequest(new URL('/api/user/login', server.url), {
    method: 'POST',
    headers: { expect: '100-continue', 'content-type': 'application/json' },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.end('{}')
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  expect(answer?.statusCode).toBe(400)
  answer?.resume()
})
