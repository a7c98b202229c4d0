import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTestClock } from '@gridloom/async/test-clock'
import { ownConnectionIdleMs } from '@gridloom/contract/agent/protocol'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { ownBytes } from './own-connection.ts'

const mib = 1024 * 1024

describe('a connection for the bytes of one call', () => {
  it('carries them whole both ways, each way ending on its own', async () => {
    await using test = await setup()
    const [there, back] = [randomBytes(5 * mib), randomBytes(5 * mib)]
    test.machine.end(back)
    expect((await buffer(test.own.stream)).equals(back)).toBe(true)
    const received = buffer(test.machine)
    test.own.stream.end(there)
    expect((await received).equals(there)).toBe(true)
  })

  it('does not write into memory that was not given back', async () => {
    await using test = await setup()
    const sent = randomBytes(20 * mib)
    test.machine.end(sent)
    const pieces: Buffer[] = []
    for await (const piece of test.own.stream) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(sent)).toBe(true)
  })

  it('stops a machine whose reader is slow', async () => {
    await using test = await setup()
    const endless = Buffer.alloc(mib)
    const push = () => {
      while (!test.machine.destroyed && test.machine.write(endless));
    }
    test.machine.on('drain', push)
    push()
    await eventually(() => expect(test.own.stream.readableLength).toBeGreaterThan(0))
    let before = -1
    const hasStopped = () => {
      const isSame = before === test.machine.bytesWritten
      before = test.machine.bytesWritten
      return isSame
    }
    await expect.poll(hasStopped, { interval: 200 }).toBe(true)
    expect(test.own.stream.readableLength).toBeLessThan(2 * mib)
  })

  it('breaks with its machine, and ends the call', async () => {
    await using test = await setup()
    test.machine.resetAndDestroy()
    await eventually(() => expect(test.own.stream.destroyed).toBe(true))
    expect(test.own.stream.readableEnded).toBe(false)
    await eventually(() => expect(test.call.destroyed).toBe(true))
  })

  it('breaks with the call that it belongs to', async () => {
    await using test = await setup()
    const left = once(test.machine.resume(), 'end')
    test.call.destroy(new Error('the machine is gone'))
    await left
    expect(test.own.stream.destroyed).toBe(true)
  })

  it('does not outlive a call that has ended well by more than ten seconds', async () => {
    await using test = await setup()
    test.call.destroy()
    await once(test.call, 'close')
    expect(test.own.stream.destroyed).toBe(false)
    await test.clock.advance(10_000)
    expect(test.own.stream.destroyed).toBe(true)
  })

  it('ends where the machine does not even say that it is idle', async () => {
    await using test = await setup()
    test.own.stream.resume()
    for (let time = 0; time < 4; time += 1) {
      test.machine.write('idle')
      const before = test.own.stream.destroyed
      await eventually(() => expect(test.accepted()).toBe((time + 1) * 4))
      await test.clock.advance(ownConnectionIdleMs)
      expect(before).toBe(false)
    }
    for (let time = 0; time < 6; time += 1) await test.clock.advance(ownConnectionIdleMs)
    expect(test.own.stream.destroyed).toBe(true)
  })

  it('is not counted by its server any more once it has ended', async () => {
    await using test = await setup()
    test.own.stream.destroy()
    await eventually(async () => expect(await test.connections()).toBe(0))
  })
})

async function setup() {
  const clock = createTestClock()
  const server = createServer({ allowHalfOpen: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Named cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const machine = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  machine.on('error', () => {})
  const [accepted]: Socket[] = await once(server, 'connection')
  if (accepted === undefined) throw new Error('nobody connected')
  const own = ownBytes(accepted, clock)
  const call = new PassThrough()
  call.on('error', () => {})
  own.belongTo(call)
  let bytes = 0
  const count = own.stream.push.bind(own.stream)
  own.stream.push = (piece: Buffer | null) => {
    bytes += piece?.length ?? 0
    return count(piece)
  }
  return {
    ...{ clock, machine, own, call },
    accepted: () => bytes,
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, all) => (error ? reject(error) : resolve(all))),
      ),
    async [Symbol.asyncDispose]() {
      own.stream.destroy()
      machine.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
