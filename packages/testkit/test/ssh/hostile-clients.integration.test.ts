import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { finished } from '../../src/ssh-client.ts'

let product: Product
let port: number
beforeAll(async () => {
  product = await startProduct({ driver: 'fake', edge: 'on' })
  const gateway = await product.until({
    read: async () => (await product.renter.system.config()).ssh,
    satisfies: (ssh) => ssh !== null,
  })
  port = gateway?.port ?? 0
}, 60_000)
afterAll(() => product?.[Symbol.asyncDispose]())

/** Each test comes from a network of its own, as limits count by network. */
const networks = {
  honest: '127.0.0.1',
  garbage: '127.0.0.2',
  silent: '127.0.0.3',
  guesser: '127.0.0.4',
}

describe('the gateway', () => {
  it.each([
    ['random bytes', () => randomBytes(1024 * 1024)],
    ['a request of HTTP', () => bytesOf('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a line without an end', () => Buffer.alloc(1024 * 1024, 'S')],
    ['many lines before the version', () => bytesOf('hello\r\n'.repeat(100_000))],
    [
      'a packet of an impossible length',
      () => Buffer.concat([bytesOf('SSH-2.0-x\r\n'), Buffer.alloc(64, 0xff)]),
    ],
    ['SSH 1', () => bytesOf('SSH-1.5-old\r\n')],
  ])('ends a connection that begins with %s, and serves others', async (_, bytes) => {
    const socket = from(networks.garbage)
    socket.write(bytes())
    await closed(socket)
    expect(await banner(networks.honest)).toMatch(/^SSH-2\.0-/)
  })

  it('keeps at most 20 silent connections of a network, and none of another’s place', async () => {
    const sockets = Array.from({ length: 40 }, () => from(networks.silent))
    await expect.poll(() => sockets.filter(({ closed: isOver }) => isOver).length).toBe(20)
    expect(await banner(networks.honest)).toMatch(/^SSH-2\.0-/)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => banner(networks.silent)).toMatch(/^SSH-2\.0-/)
  })

  it('stops answering a network that guesses keys, and answers others meanwhile', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-guesser-'))
    const key = path.join(folder, 'key')
    await finished(spawn('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]), '')
    const words = [
      ...['-F', 'none', '-i', key, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes'],
      ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'],
      ...['-b', networks.guesser, '-p', String(port), 'someone@127.0.0.1', 'true'],
    ]
    const guess = () => finished(spawn('ssh', words, { stdio: 'pipe' }), '')
    let guesses = 0
    while (guesses < guessesMax && (await banner(networks.guesser)) !== '') {
      const ran = await Promise.all(Array.from({ length: atOnce }, guess))
      expect(ran.map(({ code }) => code)).toEqual(Array(atOnce).fill(255))
      guesses += atOnce
    }
    expect(guesses).toBeLessThan(guessesMax)
    expect(await banner(networks.guesser)).toBe('')
    expect(await banner(networks.honest)).toMatch(/^SSH-2\.0-/)
    await rm(folder, { recursive: true })
  })
})

/** Far more than the 60 failures of a network that are let through at once. */
const guessesMax = 200
const atOnce = 12

function from(localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  // @NOTE the gateway resets connections, which is what is tested
  socket.on('error', () => {})
  socket.resume()
  return socket
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, 'close')
}

/** What the gateway says first to a network; empty where it closes the connection instead. */
async function banner(localAddress: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  const said = await new Promise<string>((resolve) => {
    socket.once('data', (part) => resolve(String(part))).once('close', () => resolve(''))
  })
  socket.destroy()
  return said
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
