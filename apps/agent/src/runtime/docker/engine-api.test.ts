import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { createEngineApi } from './engine-api.ts'

describe('createEngineApi', () => {
  it('sends a query and a body and parses the answer', async () => {
    await using engine = await setup((request, answer) => {
      let body = ''
      request.on('data', (piece) => {
        body += piece
      })
      request.on('end', () => answer.end(JSON.stringify({ url: request.url, body })))
    })
    const query = { name: 'a b', none: undefined }
    const call = { method: 'POST', path: '/x', query, body: { it: 1 } } as const
    expect(await engine.api.json(call)).toEqual({ url: '/x?name=a+b', body: '{"it":1}' })
  })

  it('throws the text and status of an error of the engine', async () => {
    await using engine = await setup((_, answer) => {
      answer.writeHead(409)
      answer.end('{"message":"already in use"}')
    })
    const call = engine.api.json({ method: 'GET', path: '/' })
    await expect(call).rejects.toMatchObject({ status: 409, message: 'already in use' })
  })

  it('throws engine_unreachable if the socket does not exist', async () => {
    const api = createEngineApi({ kind: 'socket', path: '/nowhere/engine.sock' })
    const call = api.json({ method: 'GET', path: '/' })
    await expect(call).rejects.toMatchObject({ code: 'engine_unreachable', retry: 'later' })
  })

  it('gives up an engine that is silent for too long', async () => {
    await using engine = await setup(() => {})
    const call = engine.api.json({ method: 'GET', path: '/', idleMs: 20 })
    await expect(call).rejects.toMatchObject({ code: 'engine_unreachable' })
  })

  it('passes our own abort on unchanged', async () => {
    await using engine = await setup(() => {})
    const abort = new AbortController()
    const call = engine.api.json({ method: 'GET', path: '/', signal: abort.signal })
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('returns an upgraded connection with the bytes that followed the answer', async () => {
    await using engine = await setup(() => {})
    engine.server.on('upgrade', (_, socket) => {
      socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\nhello')
      socket.on('data', (bytes) => socket.end(bytes))
    })
    const { stream } = await engine.api.upgrade({ method: 'POST', path: '/exec', body: {} })
    stream.write(' back')
    const received = Buffer.concat(await Array.fromAsync(stream))
    expect(received.toString()).toBe('hello back')
  })

  it('keeps an upgraded connection open without a time limit for silence', async () => {
    await using engine = await setup(() => {})
    const opened = Promise.withResolvers<Duplex>()
    engine.server.on('upgrade', (_, socket) => {
      // What is asserted is our end of it, which a failed assertion leaves open.
      socket.on('error', () => {})
      socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n')
      opened.resolve(socket)
    })
    // Long enough for an engine on a busy machine to answer in, or the call is given up before.
    const { stream } = await engine.api.upgrade({ method: 'POST', path: '/exec', idleMs: 500 })
    stream.resume()
    await systemClock.sleep(750)
    expect(stream.destroyed).toBe(false)
    const server = await opened.promise
    server.end()
    stream.end()
  })

  it('throws the reason of a refused upgrade', async () => {
    await using engine = await setup((_, answer) => {
      answer.writeHead(404)
      answer.end('{"message":"No such container"}')
    })
    const call = engine.api.upgrade({ method: 'POST', path: '/exec', body: {} })
    await expect(call).rejects.toMatchObject({ status: 404, message: 'No such container' })
  })
})

async function setup(answer: RequestListener) {
  const folder = await mkdtemp(join(tmpdir(), 'engine-'))
  const path = join(folder, 'engine.sock')
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const api = createEngineApi({ kind: 'socket', path })
  return {
    api,
    server,
    [Symbol.asyncDispose]: async () => {
      api.close()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
