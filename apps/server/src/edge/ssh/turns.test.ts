import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { nextTurn } from '@gridloom/async/next-turn'
import { describe, expect, it } from 'vitest'
import { carryOutput } from './carry-output.ts'
import { readInTurns } from './read-in-turns.ts'

const kib = 1024
const sent = Buffer.alloc(8 * kib * kib, 'abcdefg')

describe('a transfer leaves the event loop to others after a part', () => {
  it('of what a client sends, and loses nothing', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const address = listener.address()
    if (typeof address !== 'object' || address === null) throw new Error('no port')
    const client = connect(address.port, '127.0.0.1')
    const [socket]: Socket[] = await once(listener, 'connection')
    if (socket === undefined) throw new Error('no connection')
    const turns = countTurns()
    const pieces: Buffer[] = []
    readInTurns(socket)
    socket.on('data', (piece) => {
      turns.add(piece.length)
      pieces.push(piece)
    })
    client.end(sent)
    await once(socket, 'end')
    expect(Buffer.concat(pieces).equals(sent)).toBe(true)
    // A piece that was read before the pause may still come.
    expect(turns.most()).toBeLessThanOrEqual((256 + 2 * 64) * kib)
    listener.close()
  })

  it('of what a machine sends, and loses nothing', async () => {
    const source = new PassThrough({ highWaterMark: sent.length })
    source.end(sent)
    const user = { socket: new PassThrough(), traffic: { sent: 0, received: 0 } }
    const channel = Object.assign(new PassThrough(), { stderr: new PassThrough() })
    const turns = countTurns()
    const pieces: Buffer[] = []
    const ended = carryOutput(user, {
      source,
      channel,
      write(piece) {
        turns.add(piece.length)
        pieces.push(piece)
      },
    })
    expect(await ended).toBe('ended')
    expect(Buffer.concat(pieces).equals(sent)).toBe(true)
    expect(turns.most()).toBeLessThanOrEqual(128 * kib)
  })
})

it('writes nothing more once the stream of the machine has broken', async () => {
  const source = new PassThrough({ highWaterMark: sent.length })
  source.write(sent)
  const user = { socket: new PassThrough(), traffic: { sent: 0, received: 0 } }
  const channel = Object.assign(new PassThrough(), { stderr: new PassThrough() })
  let writes = 0
  const ended = carryOutput(user, {
    source,
    channel,
    write() {
      writes += 1
      source.destroy()
    },
  })
  expect(await ended).toBe('broke')
  await nextTurn()
  await nextTurn()
  expect(writes).toBe(1)
})

/** The most bytes of one turn of the event loop. */
function countTurns() {
  let bytes = 0
  let most = 0
  return {
    add(length: number) {
      if (bytes === 0)
        setImmediate(() => {
          bytes = 0
        })
      bytes += length
      most = Math.max(most, bytes)
    },
    most: () => most,
  }
}
