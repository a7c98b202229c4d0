import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { createUpstream, engineResponseText } from './upstream.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'

describe('connections to an engine', () => {
  it('are reused for the next call, unless the engine closes them', async () => {
    await using kept = await setup((socket) => socket.write(ok))
    for (let at = 0; at < 3; at += 1) await kept.ask()
    expect(kept.connections()).toBe(1)
    const closing = ok.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
    await using closed = await setup((socket) => socket.end(closing))
    for (let at = 0; at < 3; at += 1) await closed.ask()
    expect(closed.connections()).toBe(3)
  })

  it('are not reused once they were idle for so long that the engine may be closing them', async () => {
    await using engine = await setup((socket) => socket.write(ok))
    await engine.ask()
    await engine.clock.advance(3_999)
    await engine.ask()
    expect(engine.connections()).toBe(1)
    await engine.clock.advance(4_001)
    await engine.ask()
    expect(engine.connections()).toBe(2)
  })

  it('are as many as there are concurrent calls', async () => {
    await using engine = await setup((socket) => socket.write(ok))
    await Promise.all([engine.ask(), engine.ask(), engine.ask()])
    expect(engine.connections()).toBe(3)
    await Promise.all([engine.ask(), engine.ask(), engine.ask()])
    expect(engine.connections()).toBe(3)
  })

  it('are closed if the engine sends more than one response', async () => {
    await using engine = await setup((socket) => socket.write(ok + ok))
    expect(await engine.ask()).toBe('hi')
    expect(await engine.ask()).toBe('hi')
    expect(engine.connections()).toBe(2)
  })

  it('send the key, and the length of the body in bytes', async () => {
    await using engine = await setup((socket) => socket.write(ok))
    await engine.ask('größe 🙂')
    expect(engine.received()).toContain('authorization: Bearer secret\r\n')
    expect(engine.received()).toContain(`content-length: ${Buffer.byteLength('größe 🙂')}\r\n`)
    expect(engine.received()).toMatch(
      /^POST \/v1\/answers HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/,
    )
  })

  it('reject a key that would begin another header', async () => {
    await using engine = await setup((socket) => socket.write(ok))
    for (const key of ['a\r\nx-evil: 1', 'a\nb', 'a\0b', 'schlüssel'])
      expect(() => engine.open(key)).toThrow('contains invalid characters')
  })
})

describe('a response of an engine', () => {
  it('is read to its end though the engine waits for a slow reader', async () => {
    const size = 4 * 1024 * 1024
    await using engine = await setup((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`)
      socket.write(Buffer.alloc(size, 0x61))
    })
    const answer = await engine.begin()
    let bytes = 0
    for (let part = await answer.read(); part !== undefined; part = await answer.read()) {
      bytes += part.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(bytes).toBe(size)
  })

  it('is read as far as it came before the failure is thrown', async () => {
    await using engine = await setup((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
    )
    const answer = await engine.begin()
    expect(String(Buffer.from((await answer.read()) ?? []))).toBe('half')
    await expect(answer.read()).rejects.toThrow('The engine closed the connection.')
    await expect(answer.read()).rejects.toThrow('The engine closed the connection.')
  })

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 'does not respond with HTTP'],
    ['a head without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}`, 'is too long'],
    [
      'chunks that are none',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'invalid HTTP response',
    ],
    ['nothing', '', 'closed the connection'],
  ])('that is %s fails with a clear text', async (_, said, text) => {
    await using engine = await setup((socket) => socket.end(said))
    await expect(engine.ask()).rejects.toThrow(text)
  })

  it('fails when the engine is silent for too long', async () => {
    const asked = Promise.withResolvers<void>()
    await using engine = await setup(() => asked.resolve())
    const outcome = expect(engine.ask()).rejects.toThrow('The engine sent nothing for 10 s.')
    await asked.promise
    await engine.clock.advance(10_000)
    await outcome
  })

  it('fails by its own time limit, not by that of the call before on its connection', async () => {
    const askedAgain = Promise.withResolvers<void>()
    let calls = 0
    await using engine = await setup((socket) => {
      calls += 1
      if (calls === 1) socket.write(ok)
      else askedAgain.resolve()
    })
    await engine.ask()
    const signal = new AbortController().signal
    const silent = engine.upstream.post('/answers', '{}', { signal, idleMsMax: 50 })
    const outcome = expect(silent).rejects.toThrow('The engine sent nothing for 0.05 s.')
    await askedAgain.promise
    await engine.clock.advance(50)
    await outcome
    expect(engine.connections()).toBe(1)
  })

  it('fails with the reason of an abort, which closes the connection', async () => {
    const gone = Promise.withResolvers<void>()
    await using engine = await setup((socket) => {
      socket.once('close', () => gone.resolve())
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
    })
    const left = new AbortController()
    const answer = await engine.begin(left.signal)
    await answer.read()
    const next = expect(answer.read()).rejects.toThrow('enough')
    left.abort(new Error('enough'))
    await next
    await gone.promise
  })

  it('closes the connection when left midway, and keeps it when complete', async () => {
    const gone = Promise.withResolvers<void>()
    await using engine = await setup((socket) => {
      socket.once('close', () => gone.resolve())
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
    })
    const answer = await engine.begin()
    answer.leave()
    await gone.promise
    await using other = await setup((socket) => socket.write(ok))
    const whole = await other.begin()
    await engineResponseText(whole)
    whole.leave()
    await other.ask()
    expect(other.connections()).toBe(1)
  })
})

describe('an engine that is retired', () => {
  it('finishes the call under way and rejects new ones', async () => {
    let answer: Socket | undefined
    await using engine = await setup((socket) => {
      answer = socket
    })
    const under = engine.ask()
    await expect.poll(() => answer).toBeDefined()
    const retired = engine.upstream.retire()
    await expect(engine.ask()).rejects.toThrow('no longer used')
    answer?.write(ok)
    expect(await under).toBe('hi')
    await retired
  })

  it('fails the call under way when it is closed', async () => {
    let isAsked = false
    await using engine = await setup(() => {
      isAsked = true
    })
    const outcome = expect(engine.ask()).rejects.toThrow('closed the connection')
    await expect.poll(() => isAsked).toBe(true)
    engine.upstream.close()
    await outcome
  })
})

/** A server that writes bytes chosen by the test for each request. */
async function setup(answer: (socket: Socket) => unknown) {
  const sockets = new Set<Socket>()
  let connections = 0
  let received = ''
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        received = String(bytes)
        answer(socket)
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const clock = createTestClock()
  const open = (key: string) =>
    createUpstream({
      baseUrl: new URL(`http://127.0.0.1:${address.port}/v1`),
      ...{ key, clock },
    })
  const upstream = open('secret')
  const begin = (signal = new AbortController().signal, body = '{}') =>
    upstream.post('/answers', body, { signal, idleMsMax: 10_000 })
  return {
    upstream,
    clock,
    open,
    begin,
    ask: async (body = '{}') => engineResponseText(await begin(undefined, body)),
    connections: () => connections,
    received: () => received,
    async [Symbol.asyncDispose]() {
      upstream.close()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
