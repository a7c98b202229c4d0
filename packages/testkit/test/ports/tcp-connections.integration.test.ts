import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edgePid } from '../../src/edge-process.ts'
import { freePorts } from '../../src/free-ports.ts'
import { type Product, startProduct } from '../../src/product.ts'

/** Within this time after a change, connections of those who lost access have ended. */
const withinMs = 1_000
/** Servers that answer every byte, and with the hash of all of them. */
const servers = 'nc -ll -p 7000 -e cat & nc -ll -p 7001 -e sha256sum &\n'

let product: Product
let id: InstanceId
let echo: number
let hash: number
beforeAll(async () => {
  const tcpRange = await freePorts(4)
  product = await startProduct({ driver: 'docker', edge: 'on', config: { tcpRange } })
  const ordered = await product.order({
    label: 'tcp',
    template: {
      image_path_with_tag: 'gridloom/base:latest',
      ports: [7000, 7001, 7002],
      on_start_script: servers,
      readiness: { kind: 'tcp', port: 7001, timeout_s: 30 },
    },
  })
  id = ordered.id
  await product.untilInstance(id, ({ ready }) => ready)
  echo = await opened(7000)
  hash = await opened(7001)
}, 60_000)
afterAll(() => product?.[Symbol.asyncDispose]())

describe('a public TCP port of a real container', () => {
  it('carries 20 MiB to a program that answers when its input has ended', async () => {
    const bytes = randomBytes(20 * 1024 * 1024)
    const client = await connected(hash)
    client.end(bytes)
    const [sum] = (await text(client)).split(' ')
    expect(sum).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it('carries 20 MiB there and back', async () => {
    const bytes = randomBytes(20 * 1024 * 1024)
    const client = await connected(echo)
    const back = createHash('sha256')
    let count = 0
    client.on('data', (part) => {
      count += part.length
      back.update(part)
    })
    client.write(bytes)
    await expect.poll(() => count, { timeout: 30_000 }).toBe(bytes.length)
    expect(back.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    client.destroy()
  })

  it('resets connections where nothing listens', async () => {
    const port = await opened(7002)
    expect(await endOf(await connected(port))).toBeLessThan(10_000)
    await product.renter.ports.closeTcp({ params: { id, port: 7002 } })
  })

  it('lets only allowed networks in, and ends the connections of others at once', async () => {
    const client = await echoing()
    const ended = endOf(client)
    await opened(7000, ['192.0.2.0/24'])
    expect(await ended).toBeLessThan(withinMs)
    const foreign = connect({ port: echo, host: '127.0.0.1' })
    await endOf(foreign)
    expect(foreign.bytesRead).toBe(0)
    expect(await opened(7000, ['192.0.2.0/24', '127.0.0.0/8'])).toBe(echo)
    await expect.poll(isEchoing).toBe(true)
    await opened(7000)
  })

  it('ends its connections when the instance stops, and is the same when it starts again', async () => {
    const { instances } = product.renter
    const client = await echoing()
    const ended = endOf(client)
    await instances.stop({ params: { id } })
    expect(await ended).toBeLessThan(withinMs)
    await product.untilInstance(id, ({ state }) => state === 'stopped')
    expect(await isEchoing()).toBe(false)
    await instances.start({ params: { id } })
    await product.untilInstance(id, ({ ready }) => ready)
    await expect.poll(isEchoing).toBe(true)
  })

  it('ends its connections when it is given back, and refuses new ones', async () => {
    const client = await connected(hash)
    const ended = endOf(client)
    await product.renter.ports.closeTcp({ params: { id, port: 7001 } })
    expect(await ended).toBeLessThan(withinMs)
    const refused = connect({ port: hash, host: '127.0.0.1' })
    const [error] = await once(refused, 'error').catch((cause: unknown) => [cause])
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    expect(await opened(7001)).toBe(hash)
  })

  it('stays open while the agent’s main connection is away', async () => {
    const client = await echoing()
    const { agents } = product.server.container
    const gone = new Promise<void>((resolve) => void agents.onGone(async () => resolve()))
    agents.disconnect(product.machine.id)
    await gone
    client.write('still')
    expect(String((await once(client, 'data'))[0])).toBe('still')
    client.destroy()
  })

  it('listens again after the edge was killed, and after the server was restarted', async () => {
    const edge = await edgePid()
    process.kill(edge, 'SIGKILL')
    await expect.poll(isEchoing, { timeout: 20_000 }).toBe(true)
    expect(await edgePid()).not.toBe(edge)
    await product.restartServer()
    await expect.poll(isEchoing, { timeout: 20_000 }).toBe(true)
    const [address] = await product.renter.ports.list({ params: { id } })
    expect(address?.tcp?.port).toBe(echo)
  })
})

async function opened(port: number, allowed: string[] = []): Promise<number> {
  const address = await product.renter.ports.openTcp({ params: { id, port }, body: { allowed } })
  if (address.tcp === null) throw new Error('no TCP port')
  return address.tcp.port
}

/** Connects as soon as the edge listens. */
async function connected(port: number): Promise<Socket> {
  const tried = () =>
    new Promise<Socket | undefined>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      socket.once('connect', () => resolve(socket))
      socket.on('error', () => resolve(undefined))
    })
  let socket = await tried()
  await expect
    .poll(async () => {
      socket ??= await tried()
      return socket
    })
    .toBeDefined()
  if (socket === undefined) throw new Error('not connected')
  return socket
}

/** A connection to the echoing server that it has answered. */
async function echoing(): Promise<Socket> {
  const client = await connected(echo)
  client.write('hello')
  expect(String((await once(client, 'data'))[0])).toBe('hello')
  return client
}

async function isEchoing(): Promise<boolean> {
  const client = connect({ port: echo, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  client.end('hello')
  return (await text(client).catch(() => '')) === 'hello'
}

/** Resolves when a connection has ended, with the time that it took. */
async function endOf(client: Socket): Promise<number> {
  const startedMs = performance.now()
  client.on('error', () => {}).resume()
  if (!client.closed) await new Promise<void>((resolve) => client.once('close', () => resolve()))
  return performance.now() - startedMs
}
