import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket as NodeSocket, WebSocketServer } from 'ws'
import { refuse, startStandIn } from '../test/stand-in-server.ts'
import { type ClientOptions, createClient } from './client.ts'
import type { Socket } from './socket.ts'
import { openTerminal, type Terminal, type TerminalFrame } from './terminal.ts'
import { memoryTokens } from './tokens.ts'
import { openTunnel } from './tunnel.ts'

const instanceId = 'ins_01jd3v8q6f7g8h9jkmnpqrstvw'
const terminalId = 'trm_01jd3v8q6f7g8h9jkmnpqrstvw'
const opened = JSON.stringify({ kind: 'opened', terminal_id: terminalId, resumed: false })
const shell = { instanceId, columns: 80, rows: 24 }

describe('openTunnel', () => {
  it('delivers the bytes of the port once it is open', async () => {
    await using world = await setup(({ socket, control }) => {
      if (control === undefined) return socket.send(bytes('pong'))
      socket.send('{"kind":"opened"}')
      socket.send(bytes('hello '))
    })
    const tunnel = await openTunnel(world.client, { instanceId, port: 80 })
    tunnel.sendBytes(new TextEncoder().encode('ping'))
    expect(await textOf(tunnel, 'hello pong'.length)).toBe('hello pong')
    expect(world.paths).toEqual([`/api/instances/${instanceId}/ports/80`])
    expect(world.texts).toEqual([{ kind: 'open', token: 'first' }])
  })

  it('rejects when nothing listens, and closes the socket', async () => {
    await using world = await setup(({ socket }) =>
      socket.send('{"kind":"refused","code":"upstream_failed","error":"Nothing listens."}'),
    )
    await expect(openTunnel(world.client, { instanceId, port: 81 })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    await world.closed
  })

  it('rejects when the server closes the connection instead of answering', async () => {
    await using world = await setup(({ socket }) => socket.terminate())
    await expect(openTunnel(world.client, { instanceId, port: 81 })).rejects.toMatchObject({
      kind: 'broken',
    })
  })

  it('can pause and resume the other side if its socket can', async () => {
    await using world = await setup(
      ({ socket }) => {
        socket.send('{"kind":"opened"}')
        socket.send(bytes('late'))
      },
      { makeSocket: (url) => asBrowserSocket(new NodeSocket(url)) },
    )
    const tunnel = await openTunnel(world.client, { instanceId, port: 80 })
    tunnel.hold()
    tunnel.release()
    expect(await textOf(tunnel, 4)).toBe('late')
  })
})

describe('openTerminal', () => {
  it('sends the token and the size first, and resolves when the shell is ready', async () => {
    await using world = await setup(({ socket }) => socket.send(opened))
    const terminal = await openTerminal(world.client, { ...shell, terminalId })
    expect(terminal).toMatchObject({ terminalId, resumed: false })
    expect(world.paths).toEqual([`/api/instances/${instanceId}/terminal`])
    expect(world.texts).toEqual([
      { kind: 'open', token: 'first', columns: 80, rows: 24, terminal_id: terminalId },
    ])
  })

  it('transfers bytes both ways, new sizes, and the exit code', async () => {
    await using world = await setup(({ socket, control }) => {
      if (control?.kind === 'open') socket.send(opened)
      if (control?.kind === 'resize') socket.send('{"kind":"exited","exit_code":3}')
      if (control === undefined) socket.send(bytes('echo'))
    })
    const terminal = await openTerminal(world.client, shell)
    terminal.write(new TextEncoder().encode('ls\n'))
    expect(await nextFrame(terminal)).toMatchObject({ kind: 'bytes' })
    terminal.resize(100, 30)
    expect(await nextFrame(terminal)).toEqual({ kind: 'exited', exitCode: 3 })
    expect(world.texts.at(-1)).toEqual({ kind: 'resize', columns: 100, rows: 30 })
  })

  it('buffers what the shell prints before there is a listener', async () => {
    await using world = await setup(({ socket }) => {
      socket.send(opened)
      socket.send(bytes('# '))
      socket.close()
    })
    const terminal = await openTerminal(world.client, shell)
    await world.closed
    expect((await nextFrame(terminal)).kind).toBe('bytes')
  })

  it('rejects with the error that was sent instead of a shell', async () => {
    await using world = await setup(({ socket }) =>
      socket.send('{"kind":"refused","code":"state_conflict","error":"It is stopped."}'),
    )
    await expect(openTerminal(world.client, shell)).rejects.toMatchObject({
      code: 'state_conflict',
      message: 'It is stopped.',
    })
  })

  it('refreshes an expired token and opens once more', async () => {
    await using world = await setup(({ socket, control }) => {
      if (control?.token === 'second') return socket.send(opened)
      socket.send('{"kind":"refused","code":"token_expired","error":"expired"}')
    })
    await openTerminal(world.client, shell)
    expect(world.texts.map((text) => text.token)).toEqual(['first', 'second'])
  })

  it('rejects when the server accepts no WebSocket', async () => {
    await using server = await startStandIn((_, response) => refuse(response, 404, 'not_found'))
    const client = createClient({ baseUrl: server.url, tokens: memoryTokens('first') })
    await expect(openTerminal(client, shell)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('rejects when nothing listens, with either kind of socket', async () => {
    for (const makeSocket of [undefined, (url: string) => asBrowserSocket(new NodeSocket(url))]) {
      const options = makeSocket ? { makeSocket } : {}
      const baseUrl = 'http://127.0.0.1:1'
      const client = createClient({ baseUrl, tokens: memoryTokens('first'), ...options })
      await expect(openTerminal(client, shell)).rejects.toMatchObject({ kind: 'unreachable' })
    }
  })

  it('rejects with an AbortError when the caller aborted it', async () => {
    await using world = await setup(() => undefined)
    await expect(
      openTerminal(world.client, { ...shell, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })
})

interface Control {
  kind?: string
  token?: string
}
interface ReceivedFrame {
  socket: NodeSocket
  /** The frame as JSON; undefined for bytes. */
  control: Control | undefined
}

function nextFrame(terminal: Terminal): Promise<TerminalFrame> {
  const frame = Promise.withResolvers<TerminalFrame>()
  terminal.onFrame(frame.resolve)
  return frame.promise
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The first `length` characters that arrive over a socket. */
function textOf(socket: Socket, length: number): Promise<string> {
  const all = Promise.withResolvers<string>()
  let text = ''
  socket.onFrame((frame) => {
    if (frame.kind === 'bytes') text += new TextDecoder().decode(frame.bytes)
    if (text.length >= length) all.resolve(text)
  })
  return all.promise
}

/** Named cast: the package's socket has all members of a browser's. */
function asBrowserSocket(socket: NodeSocket): WebSocket {
  return socket as unknown as WebSocket
}

/** A real WebSocket server, and calls that accept only the token `second`, which a refresh of `first` returns. */
async function setup(
  answer: (received: ReceivedFrame) => void,
  options: Partial<ClientOptions> = {},
) {
  const paths: string[] = []
  const texts: Control[] = []
  const closed = Promise.withResolvers<void>()
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    paths.push(request.url ?? '')
    socket.on('close', () => closed.resolve())
    socket.on('message', (bytes, binary) => {
      const control: Control | undefined = binary ? undefined : JSON.parse(String(bytes))
      if (control) texts.push(control)
      answer({ socket, control })
    })
  })
  const client = createClient({
    baseUrl: `http://127.0.0.1:${portOf(server.address())}`,
    tokens: memoryTokens('first'),
    fetch: async (url, init) => {
      if (url.endsWith('/api/refresh')) return Response.json({ status: 'success', token: 'second' })
      const { authorization } = Object.fromEntries(new Headers(init.headers))
      if (authorization === 'Bearer second') return Response.json({ status: 'success', data: {} })
      return Response.json(
        { status: 'error', error: 'expired', code: 'token_expired' },
        { status: 403 },
      )
    },
    ...options,
  })
  return {
    paths,
    texts,
    client,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
