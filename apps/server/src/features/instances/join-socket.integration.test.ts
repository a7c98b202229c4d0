import { once } from 'node:events'
import { Duplex, PassThrough } from 'node:stream'
import { systemClock } from '@gridloom/async/clock'
import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { firstFrame } from './first-frame.ts'
import { type JoinOptions, joinSocket } from './join-socket.ts'

it('carries bytes both ways and passes text frames to onText', async () => {
  await using pair = await setup()
  const stream = new PassThrough()
  const texts: string[] = []
  void joinSocket(pair.here, stream, { ...quiet(), onText: (text) => texts.push(text) })
  const echoed = once(pair.there, 'message')
  pair.there.send('a word')
  pair.there.send(bytesOf('some bytes'))
  const [frame] = await echoed
  expect(String(frame)).toBe('some bytes')
  expect(texts).toEqual(['a word'])
})

it('sends what comes in one turn as one frame, and the last of it before the end', async () => {
  await using pair = await setup()
  const stream = new PassThrough()
  const frames: string[] = []
  pair.there.on('message', (frame) => frames.push(String(frame)))
  const joined = joinSocket(pair.here, stream, quiet())
  const first = once(pair.there, 'message')
  for (const piece of ['one ', 'two ', 'three']) stream.write(piece)
  await first
  expect(frames).toEqual(['one two three'])
  const last = once(pair.there, 'message')
  stream.end('last')
  expect(await joined).toBe('stream_ended')
  await last
  expect(frames).toEqual(['one two three', 'last'])
})

it('returns why it ended: stream ended, stream broke, or socket closed', async () => {
  await using ended = await setup()
  const closing = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const first = joinSocket(ended.here, closing, quiet())
  closing.push(null)
  expect(await first).toBe('stream_ended')

  await using broken = await setup()
  const stream = new PassThrough()
  const second = joinSocket(broken.here, stream, quiet())
  stream.destroy(new Error('reset'))
  expect(await second).toBe('stream_broke')

  await using left = await setup()
  const other = new PassThrough()
  const third = joinSocket(left.here, other, quiet())
  left.there.terminate()
  expect(await third).toBe('socket_closed')
  expect(other.destroyed).toBe(true)
})

it('ends at once when the signal is aborted, or the stream broken, before the join', async () => {
  await using pair = await setup()
  const gone = new AbortController()
  gone.abort()
  const stream = new PassThrough()
  const join = joinSocket(pair.here, stream, { ...quiet(), signal: gone.signal })
  expect(await join).toBe('socket_closed')
  expect(stream.destroyed).toBe(true)

  const broken = new PassThrough()
  broken.destroy()
  await once(broken, 'close')
  expect(await joinSocket(pair.here, broken, quiet())).toBe('stream_broke')
})

it('rejects with the error that onText throws, and destroys the stream', async () => {
  await using pair = await setup()
  const stream = new PassThrough()
  const join = joinSocket(pair.here, stream, {
    ...quiet(),
    onText: () => {
      throw new TypeError('no such word')
    },
  })
  pair.there.send('x')
  await expect(join).rejects.toThrow('no such word')
  expect(stream.destroyed).toBe(true)
})

it('pauses a browser that sends faster than the machine reads', async () => {
  await using pair = await setup()
  const taken = Promise.withResolvers<void>()
  let bytes = 0
  const slow = new Duplex({
    read() {},
    async write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      await taken.promise
      done()
    },
  })
  void joinSocket(pair.here, slow, quiet())
  const paused = until(() => pair.here.isPaused)
  for (let part = 0; part < 8; part++) pair.there.send(Buffer.alloc(64 * 1024))
  await paused
  expect(bytes).toBe(64 * 1024)
  taken.resolve()
  await until(() => bytes === 8 * 64 * 1024)
})

it('pauses a machine that sends faster than the browser reads', async () => {
  await using pair = await setup()
  let asked = 0
  const flood = new Duplex({
    read() {
      asked += 1
      this.push(Buffer.alloc(64 * 1024))
    },
    write: (_chunk, _encoding, done) => done(),
  })
  pair.there.pause()
  void joinSocket(pair.here, flood, quiet())
  await until(() => flood.isPaused())
  const held = asked
  expect(held).toBeLessThan(1_000)
  pair.there.resume()
  await until(() => asked > held)
  flood.destroy()
})

it('keeps frames that follow the first one until the join', async () => {
  await using pair = await setup()
  const first = firstFrame(pair.here, systemClock)
  pair.there.send('open')
  pair.there.send(bytesOf('typed ahead'))
  const { text, later } = await first
  expect(text).toBe('open')
  await new Promise((resolve) => setImmediate(resolve))
  const stream = new PassThrough()
  const echoed = once(pair.there, 'message')
  void joinSocket(pair.here, stream, { ...quiet(), early: later })
  const [frame] = await echoed
  expect(String(frame)).toBe('typed ahead')
})

it('rejects a socket without a first frame within ten seconds', async () => {
  await using pair = await setup()
  const clock = createTestClock()
  const first = firstFrame(pair.here, clock)
  const refused = expect(first).rejects.toMatchObject({ code: 'unauthorized' })
  await clock.advance(10_000)
  await refused
})

it('rejects a socket that closes before its first frame', async () => {
  await using pair = await setup()
  const first = firstFrame(pair.here, systemClock)
  pair.there.close()
  await expect(first).rejects.toMatchObject({ code: 'unauthorized' })
})

function quiet(): JoinOptions {
  return { onText: () => {}, early: () => [], signal: new AbortController().signal }
}

/** Polls whenever the process is idle. Vitest's own timeout ends a wait that never succeeds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Both ends of a WebSocket: `here` is the server's. */
async function setup() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new RangeError('a port was asked for')
  const arrived = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const there = new WebSocket(`ws://127.0.0.1:${address.port}`)
  const here = await arrived
  if (there.readyState !== WebSocket.OPEN) await once(there, 'open')
  return {
    here,
    there,
    async [Symbol.asyncDispose]() {
      for (const socket of [here, there]) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
