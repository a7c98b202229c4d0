import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestClock } from '@gridloom/async/test-clock'
import { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../test/installation.ts'
import { silentLog } from '../../platform/log.ts'
import { createTcpServer } from './create-tcp-server.ts'
import type { TcpAssignment, TcpChange } from './tcp-control.ts'

const instanceId = InstanceId.parse(`ins_${'1'.repeat(26)}`)
const otherId = InstanceId.parse(`ins_${'2'.repeat(26)}`)
const machineId = MachineId.parse(`mch_${'1'.repeat(26)}`)
const accountId = AccountId.parse(`acc_${'1'.repeat(26)}`)

describe('bytes', () => {
  it('go both ways, and the end of one way is passed on alone', async () => {
    await using site = await setup({ app: shouting })
    const client = site.connect()
    client.end('hello')
    expect(await text(client)).toBe('HELLO')
    await expect.poll(site.server.open).toBe(0)
  })

  it('are read no faster than the other side takes them, either way', async () => {
    const block = Buffer.alloc(64 * 1024)
    let sent = 0
    const pour = (socket: Socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(block)) sent += block.length
      }
      socket.on('error', () => {}).on('drain', more)
      more()
    }
    await using down = await setup({ app: pour })
    const reader = down.connect()
    reader.pause()
    await settledAt(() => sent)
    const toReader = sent
    expect(toReader).toBeLessThan(16 * 1024 * 1024)
    reader.destroy()

    sent = 0
    await using up = await setup({ app: (socket) => void socket.pause() })
    pour(up.connect())
    await settledAt(() => sent)
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  it('all arrive when the client has ended, read everything and gone before the app reads', async () => {
    let read: Promise<string> | undefined
    const late = (socket: Socket) => {
      socket.end()
      setTimeout(() => (read = text(socket)), 200)
    }
    await using site = await setup({ app: late })
    const client = site.connect()
    client.resume()
    client.end('x'.repeat(3_000_000))
    await once(client, 'close')
    await expect.poll(() => read !== undefined).toBe(true)
    expect((await read)?.length).toBe(3_000_000)
  })
})

describe('what breaks on one side is a reset on the other', () => {
  it('from the client', async () => {
    const closed = Promise.withResolvers<string | undefined>()
    const app = (socket: Socket) => {
      socket.on('error', (error: NodeJS.ErrnoException) => closed.resolve(error.code))
      socket.once('end', () => closed.resolve('end'))
      socket.resume()
    }
    await using site = await setup({ app })
    const reached = once(site.apps, 'connection')
    const client = site.connect()
    client.write('half')
    await reached
    client.resetAndDestroy()
    expect(await closed.promise).toBe('ECONNRESET')
    await expect.poll(site.server.open).toBe(0)
  })

  it('from the instance', async () => {
    await using site = await setup({
      app: (socket) => socket.write('half', () => socket.resetAndDestroy()),
    })
    expect(await endOf(site.connect())).toBe('reset')
  })

  it('where nothing listens, the machine is away, or does not answer in time', async () => {
    await using site = await setup({ app: shouting })
    site.parts.dial = () => Promise.reject(new Refused('machine_offline'))
    expect(await endOf(site.connect())).toBe('reset')
    const asked = Promise.withResolvers<void>()
    site.parts.dial = (signal) => {
      asked.resolve()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const client = site.connect()
    const ended = endOf(client)
    await asked.promise
    await site.clock.advance(9_999)
    expect(client.closed).toBe(false)
    await site.clock.advance(1)
    expect(await ended).toBe('reset')
    await expect.poll(site.server.open).toBe(0)
  })
})

it('a connection that ends while its instance is dialled leaves none to the instance', async () => {
  await using site = await setup({ app: shouting })
  const usual = site.parts.dial
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  let dialled: Socket | undefined
  site.parts.dial = async (signal) => {
    asked.resolve()
    await left.promise
    dialled = await usual(signal)
    return dialled
  }
  const ended = endOf(site.connect())
  await asked.promise
  await site.change({ isServed: false })
  expect(await ended).toBe('reset')
  await expect.poll(site.server.open).toBe(0)
  left.resolve()
  await expect.poll(() => dialled?.destroyed).toBe(true)
})

describe('a connection', () => {
  it.each([
    ['its instance stops', { isServed: false }],
    ['its address is no longer allowed', { allowed: ['192.0.2.0/24', '2001:db8::/32'] }],
    ['the port goes to another instance', { instanceId: otherId }],
    ['the instance is on another machine', { machineId: MachineId.parse(`mch_${'2'.repeat(26)}`) }],
  ])('ends at once when %s', async (_what, change) => {
    await using site = await setup({ app: shouting })
    const client = await site.connected()
    const ended = endOf(client)
    await site.change(change)
    expect(await ended).toBe('reset')
  })

  it('is refused from an address that is not allowed, and stays where its own still is', async () => {
    await using site = await setup({ app: shouting, allowed: ['10.0.0.0/8'] })
    expect(await endOf(site.connect())).toBe('reset')
    await site.change({ allowed: ['127.0.0.0/8'] })
    const client = await site.connected()
    await site.change({ allowed: ['10.0.0.0/8', '127.0.0.1/32'] })
    client.end('still here')
    expect(await text(client)).toBe('STILL HERE')
  })

  it('ends when the port is given back, which is then free', async () => {
    await using site = await setup({ app: shouting })
    const client = await site.connected()
    const ended = endOf(client)
    await site.change(undefined)
    expect(await ended).toBe('reset')
    const free = createServer().listen(site.tcpPort, '127.0.0.1')
    await once(free, 'listening')
    free.close()
  })

  it('stays while the control plane does not answer, and so does the port', async () => {
    await using site = await setup({ app: shouting })
    const client = await site.connected()
    site.parts.list = () => Promise.reject(new Error('it restarts'))
    site.publish({ instanceId, mayBeNew: true })
    await site.server.settled()
    const another = await site.connected()
    another.end('new')
    expect(await text(another)).toBe('NEW')
    client.end('open')
    expect(await text(client)).toBe('OPEN')
  })

  it('follows a change that was not heard of, and one that failed to be read', async () => {
    await using site = await setup({ app: shouting })
    const client = await site.connected()
    site.parts.list = async () => []
    const ended = endOf(client)
    await site.clock.advance(15_000)
    expect(await ended).toBe('reset')
    site.parts.list = () => Promise.reject(new Error('it restarts'))
    site.publish({ instanceId, mayBeNew: true })
    await site.server.settled()
    site.parts.list = async () => [site.assignment]
    await site.clock.advance(1_000)
    await site.server.settled()
    await site.connected()
  })

  it('counts as use of its instance, again and again while it is open', async () => {
    await using site = await setup({ app: shouting })
    await site.clock.advance(20_000)
    expect(site.used).toEqual([])
    const client = await site.connected()
    await site.clock.advance(20_000)
    await site.clock.advance(20_000)
    expect(site.used).toEqual([instanceId, instanceId])
    client.destroy()
    await expect.poll(site.server.open).toBe(0)
    await site.clock.advance(20_000)
    expect(site.used).toEqual([instanceId, instanceId])
  })
})

it('connections are limited per port and per address, and those that ended make room', async () => {
  const limits = { perPort: 3, perNetwork: 2, perAccount: 10, inAll: 10 }
  await using site = await setup({ app: shouting, limits })
  const first = await site.connected()
  await site.connected()
  expect(await endOf(site.connect())).toBe('reset')
  const elsewhere = await site.connected('127.0.0.2')
  expect(await endOf(site.connect('127.0.0.3'))).toBe('reset')
  elsewhere.destroy()
  first.destroy()
  await expect.poll(site.server.open).toBe(1)
  await site.connected()
})

it('a port that another program has is taken once that has ended', async () => {
  const program = createServer().listen(0, '127.0.0.1')
  await once(program, 'listening')
  await using site = await setup({ app: shouting, tcpPort: portOf(program) })
  program.close()
  await once(program, 'close')
  await site.clock.advance(15_000)
  await site.server.settled()
  await site.connected()
})

/** Answers in capitals, and ends when its client has. */
function shouting(socket: Socket): void {
  socket.on('error', () => {})
  socket.on('data', (bytes) => socket.write(String(bytes).toUpperCase()))
  socket.once('end', () => socket.end())
}

interface Setup {
  app: (socket: Socket) => void
  allowed?: readonly string[]
  limits?: Parameters<typeof createTcpServer>[0]['limits']
  tcpPort?: number
}

async function setup({ app, allowed = [], limits, tcpPort: wanted }: Setup) {
  const clock = createTestClock()
  const apps = createServer({ allowHalfOpen: true }, app).listen(0, '127.0.0.1')
  await once(apps, 'listening')
  const tcpPort = wanted ?? (await freePort())
  const listeners = new Set<(change: TcpChange) => void>()
  const clients: Socket[] = []
  const assignment: TcpAssignment = {
    ...{ tcpPort, instanceId, machineId, accountId, port: 5432, allowed, isServed: true },
  }
  /** Replaced by tests. */
  const parts = {
    list: async (): Promise<readonly TcpAssignment[]> => [assignment],
    dial: async (_signal: AbortSignal): Promise<Socket> => {
      const socket = connect({ port: portOf(apps), host: '127.0.0.1', allowHalfOpen: true })
      await once(socket, 'connect')
      return socket
    },
  }
  const used: InstanceId[] = []
  const server = createTcpServer({
    ...{ clock, log: silentLog(), host: '127.0.0.1' },
    ...(limits === undefined ? {} : { limits }),
    dial: (_target, signal) => parts.dial(signal),
    control: {
      list: () => parts.list(),
      used: async (ids) => void used.push(...ids),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  await server.settled()
  const publish = (change: TcpChange) => {
    for (const listener of listeners) listener(change)
  }
  const site = {
    ...{ apps, assignment, clock, parts, server, tcpPort, publish, used },
    /** Changes the assignment, or takes it away; resolves when the server has followed. */
    async change(change: Partial<TcpAssignment> | undefined) {
      parts.list = async () => (change === undefined ? [] : [{ ...assignment, ...change }])
      publish({ instanceId, mayBeNew: false })
      await server.settled()
    },
    connect(localAddress = '127.0.0.1') {
      const client = connect({
        ...{ port: tcpPort, host: '127.0.0.1', localAddress, allowHalfOpen: true },
      })
      client.on('error', () => {})
      clients.push(client)
      return client
    },
    /** A connection that the app has answered. */
    async connected(localAddress?: string) {
      const client = site.connect(localAddress)
      client.write('x')
      expect(String((await once(client, 'data'))[0])).toBe('X')
      return client
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      await server[Symbol.asyncDispose]()
      apps.close()
    },
  }
  return site
}

/** How a connection ended, from the client's side. */
async function endOf(client: Socket): Promise<'reset' | 'end'> {
  const reset = new Promise<'reset'>((resolve) => {
    client.once('error', () => resolve('reset'))
    client.once('close', (hadError) => hadError && resolve('reset'))
  })
  const ended = new Promise<'end'>((resolve) => client.once('end', () => resolve('end')))
  client.resume()
  return Promise.race([reset, ended])
}

/** Resolves when a count has not grown for a while. */
async function settledAt(read: () => number): Promise<void> {
  let before = -1
  await expect
    .poll(
      () => {
        const same = read() === before && before > 0
        before = read()
        return same
      },
      { interval: 200 },
    )
    .toBe(true)
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
