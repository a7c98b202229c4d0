import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { systemClock } from '@gridloom/async/clock'
import { agentPath } from '@gridloom/contract/agent/call'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type InstancesFixture, withInstances } from '../../../test/instances.ts'
import type { SocketAuth } from '../../platform/http/routes.ts'
import type { InstancesCtx } from './ctx.ts'
import { openTerminal } from './open-terminal.ts'
import { openTunnel } from './open-tunnel.ts'

describe('a terminal', () => {
  it('sends opened, carries bytes both ways, and closes normally when the shell exits', async () => {
    await using site = await setup()
    const { there, served } = await site.terminal()
    there.send(openFrame({ columns: 80, rows: 24 }))
    expect(await textOf(there)).toMatchObject({ kind: 'opened', resumed: false })
    there.send(bytesOf('ls\n'))
    const [echo] = await once(there, 'message')
    expect(String(echo)).toBe('ls\n')
    const closed = once(there, 'close')
    const exited = textOf(there)
    shellOf(site.fixture).end()
    expect(await exited).toEqual({ kind: 'exited', exit_code: null })
    expect((await closed)[0]).toBe(1000)
    await served
  })

  it('attaches to the terminal with the requested id', async () => {
    await using site = await setup()
    const terminal_id = site.fixture.ctx.ids.mint('terminal')
    const { there } = await site.terminal()
    there.send(openFrame({ columns: 80, rows: 24, terminal_id }))
    expect(await textOf(there)).toMatchObject({ terminal_id })
    expect(site.fixture.agents.called.at(-1)).toMatchObject({
      path: agentPath(instanceCalls.terminal, { id: site.id, terminal: terminal_id }),
      query: { columns: 80, rows: 24 },
    })
  })

  it('forwards a resize to the machine', async () => {
    await using site = await setup()
    const { there } = await site.terminal()
    there.send(openFrame({ columns: 80, rows: 24 }))
    await textOf(there)
    there.send(JSON.stringify({ kind: 'resize', columns: 100, rows: 30 }))
    await eventually(() =>
      expect(site.fixture.agents.called.at(-1)).toMatchObject({
        method: 'PUT',
        body: { columns: 100, rows: 30 },
      }),
    )
  })

  it.each(['not JSON', '{"kind":"resize","columns":0,"rows":1}', '{"kind":"dance"}'])(
    'is rejected for the invalid control frame %s, and its stream destroyed',
    async (word) => {
      await using site = await setup()
      const { there, served } = await site.terminal()
      there.send(openFrame({ columns: 80, rows: 24 }))
      await textOf(there)
      const refused = expect(served).rejects.toThrow(Refused)
      there.send(word)
      await refused
      expect(shellOf(site.fixture).destroyed).toBe(true)
    },
  )

  it('destroys its stream when the browser disconnects', async () => {
    await using site = await setup()
    const { there, served } = await site.terminal()
    there.send(openFrame({ columns: 80, rows: 24 }))
    await textOf(there)
    there.terminate()
    await served
    expect(shellOf(site.fixture).destroyed).toBe(true)
  })

  it('is rejected for another account, a stopped or lost instance, and an offline machine', async () => {
    await using site = await setup()
    const { fixture } = site
    const codeFor = async (as: InstancesCtx) => {
      const { there, served } = await site.terminal(as)
      const code = served.then(
        () => 'served',
        (error: unknown) => (error instanceof Refused ? error.code : error),
      )
      there.send(openFrame({ columns: 80, rows: 24 }))
      return code
    }
    expect(await codeFor(fixture.someone())).toBe('not_found')
    fixture.agents.connections.clear()
    expect(await codeFor(fixture.renter)).toBe('machine_offline')
    await fixture.fallSilent()
    expect(await codeFor(fixture.renter)).toBe('state_conflict')
    expect(fixture.agents.opened).toEqual([])
  })
})

describe('a tunnel', () => {
  it('carries the bytes of one port', async () => {
    await using site = await setup()
    const { there } = await site.serve((socket, auth) =>
      openTunnel(socket, { id: site.id, port: 8080 }, auth),
    )
    there.send(openFrame({}))
    expect(await textOf(there)).toEqual({ kind: 'opened' })
    expect(site.fixture.agents.called.at(-1)).toMatchObject({
      path: agentPath(instanceCalls.port, { id: site.id, port: 8080 }),
    })
    there.send(Buffer.from([0, 1, 255]))
    const [echo] = await once(there, 'message')
    expect(echo).toEqual(Buffer.from([0, 1, 255]))
  })

  it('closes with 1011 when the machine’s side breaks', async () => {
    await using site = await setup()
    const { there } = await site.serve((socket, auth) =>
      openTunnel(socket, { id: site.id, port: 8080 }, auth),
    )
    there.send(openFrame({}))
    await textOf(there)
    const closed = once(there, 'close')
    shellOf(site.fixture).destroy(new Error('reset'))
    expect((await closed)[0]).toBe(1011)
  })
})

function openFrame(parts: object): string {
  return JSON.stringify({ kind: 'open', token: 'a token', ...parts })
}

async function textOf(socket: WebSocket): Promise<unknown> {
  const [frame] = await once(socket, 'message')
  return JSON.parse(String(frame))
}

/** The machine's end of the last stream that was opened; it echoes. */
function shellOf({ agents }: InstancesFixture): Duplex {
  const shell = agents.opened.at(-1)
  if (shell === undefined) throw new RangeError('no stream was opened')
  return shell
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

type Serve = (socket: WebSocket, auth: SocketAuth<InstancesCtx>) => Promise<void>

async function setup() {
  const fixture = await withInstances()
  const id: InstanceId = await fixture.running()
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new RangeError('a port was asked for')

  const url = `ws://127.0.0.1:${address.port}`

  async function serve(work: Serve, as: InstancesCtx = fixture.renter) {
    const served = new Promise<void>((resolve, reject) => {
      server.once('connection', (socket) => {
        const over = new AbortController()
        socket.once('close', () => over.abort())
        const signIn = async () => ({ ...as, signal: over.signal })
        work(socket, { clock: systemClock, signIn }).then(resolve, reject)
      })
    })
    // The test awaits it later, or not at all.
    served.catch(() => undefined)
    const there = new WebSocket(url)
    await once(there, 'open')
    return { there, served }
  }

  return {
    fixture,
    id,
    serve,
    terminal: (as?: InstancesCtx) => serve((socket, auth) => openTerminal(socket, id, auth), as),
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
      await fixture[Symbol.asyncDispose]()
    },
  }
}
