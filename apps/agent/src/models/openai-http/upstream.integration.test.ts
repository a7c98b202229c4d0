import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock } from '@gridloom/async/test-clock'
import { trustedCertificate } from '@gridloom/testkit/trusted-certificate'
import { describe, expect, it } from 'vitest'
import { portOf } from '../../../test/file-server.ts'
import { openEngine } from '../../../test/http-engine.ts'
import { allOf, aRequest, noSignal } from '../../../test/model-builders.ts'
import { aDelta, eventsOf, probeAnswer } from '../../../test/upstream.ts'
import type { OpenAiHttpOptions } from './index.ts'

const probeText = JSON.stringify(probeAnswer)
const probed = `HTTP/1.1 200 OK\r\ncontent-length: ${probeText.length}\r\n\r\n${probeText}`
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n'

describe('text and an error in one write of an engine', () => {
  it.each([
    ['broken JSON', 'data: {"choices":[{\n\n'],
    ['an error', eventsOf([{ error: { message: 'out of memory' } }], '')],
    ['bytes that are no UTF-8', 'data: \xff\n\n'],
  ])('keep the text that comes before %s', async (_, bad) => {
    await using test = await setup((socket) => {
      socket.end(`${head}\r\n${eventsOf([aDelta('so '), aDelta('far')], '')}${bad}`, 'latin1')
    })
    const { text, end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(text).toBe('so far')
    expect(end).toMatchObject({ reason: 'failed', counts: { output_tokens: 2 } })
  })

  it('keep the text that comes before invalid HTTP', async () => {
    const event = eventsOf([aDelta('so far')], '')
    await using test = await setup((socket) => {
      socket.write(
        `${head}transfer-encoding: chunked\r\n\r\n${sizeOf(event)}\r\n${event}\r\nnonsense\r\n`,
      )
    })
    const { text, end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(text).toBe('so far')
    expect(end).toMatchObject({ problem: 'The engine sent an invalid HTTP response.' })
  })
})

describe('an engine that is too busy to answer probes', () => {
  it('finishes its answers, although it is given no others', async () => {
    const clock = createTestClock()
    const { promise: writer, resolve } = Promise.withResolvers<Socket>()
    await using test = await setup(
      (socket) => {
        socket.write(`${head}\r\n${eventsOf([aDelta('so ')], '')}`)
        resolve(socket)
      },
      { clock },
    )
    const parts = test.engine.answer(aRequest('Hi'), noSignal())
    expect(await parts.next()).toMatchObject({ value: { text: 'so ' } })
    test.fallsSilent()
    let isGivenUp = false
    void test.engine.ended.then(() => {
      isGivenUp = true
    })
    while (!isGivenUp) {
      await clock.advance(5_000)
      await turn()
    }
    await test.engine.close()
    const socket = await writer
    socket.end(eventsOf([aDelta('far', 'stop')]))
    const { text, end } = await allOf(parts)
    expect(text).toBe('far')
    expect(end).toMatchObject({ reason: 'stop' })
  })

  it('is not given up while bytes of answers arrive', async () => {
    const clock = createTestClock()
    await using test = await setup(
      async (socket) => {
        socket.write(`${head}\r\n`)
        while (!socket.destroyed) {
          socket.write(eventsOf([aDelta('x')], ''))
          await turn()
        }
      },
      { clock },
    )
    const stop = new AbortController()
    const parts = test.engine.answer(aRequest('Hi'), stop.signal)
    test.fallsSilent()
    let isGivenUp = false
    void test.engine.ended.then(() => {
      isGivenUp = true
    })
    for (let at = 0; at < 40; at += 1) {
      await clock.advance(2_500)
      await parts.next()
      await turn()
    }
    expect(isGivenUp).toBe(false)
    stop.abort()
  })

  it('fails its answers when its model is withdrawn', async () => {
    const stop = new AbortController()
    await using test = await setup(
      (socket) => void socket.write(`${head}\r\n${eventsOf([aDelta('so ')], '')}`),
      { signal: stop.signal },
    )
    const parts = test.engine.answer(aRequest('Hi'), noSignal())
    await parts.next()
    stop.abort()
    expect(await parts.next()).toMatchObject({ value: { kind: 'end', reason: 'failed' } })
  })
})

describe('a connection', () => {
  it('uses TLS to an engine with a trusted certificate, and to no other', async () => {
    const server = createHttpsServer(trustedCertificate(), (_, response) =>
      response.end(aWholeAnswer),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const port = portOf(server.address())
    const engine = await openEngine(new URL(`https://127.0.0.1:${port}/v1`))
    expect((await allOf(engine.answer(aWholeRequest(), noSignal()))).text).toBe('x')
    await engine.close()
    await expect(openEngine(new URL(`https://localhost:${port}/v1`))).rejects.toThrow(
      'cannot be reached',
    )
    server.close()
  })

  it('is not opened with a key that would begin another header', async () => {
    const opening = openEngine(new URL('http://127.0.0.1:9/v1'), { key: 'x\r\nhost: other' })
    await expect(opening).rejects.toThrow('contains invalid characters')
  })

  it('serves consecutive answers, but is not reused after 4 s idle', async () => {
    const clock = createTestClock()
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${aWholeAnswer.length}\r\n\r\n`
    await using test = await setup((socket) => void socket.write(head + aWholeAnswer), { clock })
    const ask = () => allOf(test.engine.answer(aWholeRequest(), noSignal()))
    for (let at = 0; at < 5; at += 1) await ask()
    expect(test.connections()).toBe(1)
    await clock.advance(4_001)
    await ask()
    expect(test.connections()).toBe(2)
  })

  it('makes an engine wait for a slow reader', async () => {
    let written = 0
    await using test = await setup(async (socket) => {
      socket.write(`${head}\r\n`)
      const event = eventsOf([aDelta('x'.repeat(10_000))], '')
      while (!socket.destroyed && written < 100_000_000) {
        written += event.length
        if (!socket.write(event)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      }
    })
    const stop = new AbortController()
    const parts = test.engine.answer(aRequest('Hi'), stop.signal)
    await parts.next()
    let before = -1
    while (before !== written) {
      before = written
      for (let at = 0; at < 50; at += 1) await turn()
    }
    expect(written).toBeLessThan(20_000_000)
    stop.abort()
  })
})

const aWholeAnswer = JSON.stringify({ choices: [{ message: { content: 'x' } }] })

function aWholeRequest() {
  return aRequest('Hi', { stream: false })
}

/** An engine that answers with what the test writes on its bare connection. */
async function setup(answer: (socket: Socket) => void, changes: Partial<OpenAiHttpOptions> = {}) {
  const sockets = new Set<Socket>()
  let connections = 0
  let isSilent = false
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (text.includes('x-gridloom-probe')) socket.write(probed)
      else if (!text.startsWith('GET ')) answer(socket)
      else if (!isSilent) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${portOf(server.address())}/v1`)
  const engine = await openEngine(url, { contextTokens: 1_000_000, ...changes })
  return {
    engine,
    connections: () => connections,
    /** From now on, probes are not answered. */
    fallsSilent: () => {
      isSilent = true
    },
    [Symbol.asyncDispose]: async () => {
      await engine.close()
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function sizeOf(text: string): string {
  return text.length.toString(16)
}
