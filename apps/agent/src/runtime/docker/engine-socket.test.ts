import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openEngineSocket } from './engine-socket.ts'

it('carries megabytes both ways as they are, and its memory may be given back meanwhile', async () => {
  await using engine = await setup((socket) => socket.pipe(socket))
  const { stream, release } = engine.open()
  const sent = Buffer.from(Uint8Array.from({ length: 5_000_000 }, (_, at) => at % 251))
  stream.end(sent)
  const parts: Buffer[] = []
  for await (const part of stream) {
    parts.push(Buffer.from(part))
    release(part)
  }
  expect(Buffer.concat(parts).equals(sent)).toBe(true)
})

it('reads no more than its reader takes', async () => {
  await using engine = await setup((socket) => socket.write(Buffer.alloc(20_000_000)))
  const { stream } = engine.open()
  await new Promise((read) => stream.once('readable', read))
  expect(stream.readableLength).toBeLessThan(2_000_000)
  expect((await engine.accepted).writableLength).toBeGreaterThan(10_000_000)
  stream.destroy()
})

it('ends its half on its own, and still gets the answer', async () => {
  await using engine = await setup(async (socket) => {
    const length = (await buffer(socket)).length
    socket.end(`${length} bytes`)
  })
  const { stream } = engine.open()
  stream.end(Buffer.alloc(1_000_000))
  expect(await text(stream)).toBe('1000000 bytes')
})

it('ends well, and drops its input, where the engine ends its half although input is left', async () => {
  await using engine = await setup((socket) => socket.pause().end('the output'))
  const { stream } = engine.open()
  stream.write(Buffer.alloc(5_000_000))
  expect(await text(stream)).toBe('the output')
})

it('breaks where the engine breaks off', async () => {
  await using engine = await setup((socket) => {
    socket.pause()
    socket.write('a part', () => socket.destroy())
  })
  const { stream } = engine.open()
  stream.write(Buffer.alloc(5_000_000))
  await expect(text(stream)).rejects.toThrow(/EPIPE|ECONNRESET/)
})

it('is given up where the engine is silent, until it is kept open', async () => {
  await using engine = await setup((socket) => socket.on('data', () => undefined))
  const silent = engine.open(20).stream
  await expect(text(silent)).rejects.toThrow('silent for 20 ms')
  const kept = engine.open(20)
  kept.keepOpen()
  await expect(text(engine.open(60).stream)).rejects.toThrow('silent for 60 ms')
  expect(kept.stream.destroyed).toBe(false)
  kept.stream.destroy()
})

/** An engine that serves one connection in this way. */
async function setup(serve: (socket: Socket) => unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-engine-'))
  const path = join(folder, 'engine.sock')
  const accepted = Promise.withResolvers<Socket>()
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    // @NOTE a test that breaks its connection expects its error
    socket.on('error', () => undefined)
    accepted.resolve(socket)
    void serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return {
    accepted: accepted.promise,
    open: (idleMs = 10_000) => openEngineSocket({ kind: 'socket', path }, idleMs),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
