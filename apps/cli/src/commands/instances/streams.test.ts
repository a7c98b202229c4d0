import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { type Answers, Refusal } from '../../../test/fake-server.ts'
import { aKeyboard, aWorld, type World } from '../../../test/run-words.ts'
import { anInstance, idEndingIn } from '../../../test/samples.ts'

const at = '2026-11-21T09:00:00.000000001Z'
const terminalId = idEndingIn('trm', 'ffff7777')

describe('logs', () => {
  it('writes each line to its own stream, with times only on request', async () => {
    await using world = await aWorld({ answers: withLines() })
    expect(await world.run('logs', 'trial', '--tail', '2', '--since', '10m')).toEqual({
      code: 0,
      stdout: 'hello\n',
      stderr: 'oops\n',
    })
    expect(world.server.calls.at(-1)?.query).toEqual({ tail: 2, since: '2026-11-21T09:50:00.000Z' })
    expect((await world.run('logs', '-t', 'trial')).stdout).toBe(`${at} hello\n`)
  })

  it('follows until the end, and prints one JSON object per line for scripts', async () => {
    await using world = await aWorld({ answers: withLines() })
    const ran = await world.run('logs', '-f', 'trial', '--json')
    expect(
      ran.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ at, stream: 'stdout', text: 'hello' }])
    expect((await world.run('logs', '-f', 'trial')).stderr).toBe('The instance has stopped.\n')
  })

  it('ends with 1 when the machine goes offline while it follows', async () => {
    const end = { event: 'end', data: { reason: 'machine_offline' } }
    await using world = await aWorld({
      answers: { ...one(), 'instances.followLogs': () => ({ events: [end] }) },
    })
    expect((await world.run('logs', '-f', 'trial')).code).toBe(1)
  })

  it('ends with 6 when the machine is offline', async () => {
    await using world = await aWorld({
      answers: { ...withLines(), 'instances.logs': () => new Refusal('machine_offline') },
    })
    expect((await world.run('logs', 'trial')).code).toBe(6)
  })
})

describe('exec', () => {
  it('forwards output and ends with the exit code of the command', async () => {
    await using world = await aWorld({ answers: execEnding({ exit_code: 42, ended: 'exited' }) })
    const ran = await world.run('exec', 'trial', '--', 'sh', '-c', 'exit 42', '--json')
    expect(ran).toEqual({ code: 42, stdout: 'out', stderr: 'err' })
    expect(world.server.calls.at(-1)?.body).toEqual({
      command: ['sh', '-c', 'exit 42', '--json'],
      timeout_s: 60,
    })
  })

  it('sends standard input to the command', async () => {
    await using world = await aWorld({
      answers: execEnding({ exit_code: 0, ended: 'exited' }),
      stdin: 'echo hi\n',
    })
    expect((await world.run('exec', '-i', 'trial', '--', 'sh')).code).toBe(0)
    expect(world.server.calls.at(-1)?.body).toMatchObject({ stdin: 'echo hi\n' })
  })

  it.each([
    [{ exit_code: null, ended: 'timed_out' }, 124],
    [{ exit_code: null, ended: 'output_limit' }, 1],
    [{ exit_code: null, ended: 'instance_stopped' }, 1],
  ])('reports why there is no exit code: %j', async (exit, code) => {
    await using world = await aWorld({ answers: execEnding(exit) })
    const ran = await world.run('exec', 'trial', '--', 'sleep', '9')
    expect(ran.code).toBe(code)
    expect(ran.stderr).toContain('error:')
  })

  it('ends with 7 when the connection breaks, and does not run it twice', async () => {
    await using world = await aWorld({
      answers: { ...one(), 'instances.exec': () => ({ events: [] }) },
    })
    expect((await world.run('exec', 'trial', '--', 'date')).code).toBe(7)
    expect(world.server.calls.filter(({ name }) => name === 'instances.exec')).toHaveLength(1)
  })
})

describe('shell', () => {
  it('connects keyboard and shell, sends new sizes, and ends with its exit code', async () => {
    const keyboard = aKeyboard()
    await using world = await aWorld({
      answers: one(),
      keyboard,
      sockets: {
        'instances.terminal': (socket) =>
          socket.on('message', (bytes, binary) => {
            if (binary) return socket.send(Buffer.from(`<${bytes}>`))
            const { kind, columns } = JSON.parse(String(bytes))
            if (kind === 'open') socket.send(opened('fresh'))
            if (kind === 'resize') {
              socket.send(Buffer.from(`${columns} columns`))
              socket.send('{"kind":"exited","exit_code":5}')
            }
          }),
      },
    })
    const running = world.run('shell', 'trial')
    await until(() => keyboard.taken.onResize !== undefined)
    keyboard.type('ls')
    await until(() => world.written().stdout.includes('<ls>'))
    keyboard.resizeTo({ columns: 132, rows: 50 })
    expect(await running).toEqual({ code: 5, stdout: '<ls>132 columns', stderr: '' })
  })

  it('leaves the shell running on Ctrl-P Ctrl-Q and prints how to resume it', async () => {
    const keyboard = aKeyboard()
    await using world = await aWorld({
      answers: one(),
      keyboard,
      sockets: { 'instances.terminal': (socket) => answerOpen(socket, 'fresh') },
    })
    const running = world.run('shell', 'trial')
    await until(() => keyboard.taken.onBytes !== undefined)
    keyboard.type('\u0010\u0011')
    const ran = await running
    expect(ran.code).toBe(0)
    expect(ran.stderr).toContain(`gridloom shell trial --resume ${terminalId}`)
  })

  it('resumes a shell by its id after a lost connection', async () => {
    const openedWith: unknown[] = []
    await using world = await aWorld({
      answers: one(),
      keyboard: aKeyboard(),
      sockets: {
        'instances.terminal': (socket) =>
          socket.on('message', (bytes) => {
            openedWith.push(JSON.parse(String(bytes)).terminal_id)
            socket.send(opened(openedWith.length === 1 ? 'fresh' : 'resumed'))
            if (openedWith.length === 1) return socket.terminate()
            socket.send('{"kind":"exited","exit_code":0}')
          }),
      },
    })
    const ran = await world.run('shell', 'trial')
    expect(ran).toMatchObject({ code: 0 })
    expect(openedWith).toEqual([undefined, terminalId])
    expect(ran.stderr).toContain('Connection lost. Reconnecting…')
  })

  it('requires a terminal', async () => {
    await using world = await aWorld({ answers: one() })
    expect(await world.run('shell', 'trial')).toMatchObject({ code: 2 })
  })
})

describe('forward', () => {
  it('forwards the bytes of each connection both ways until it is interrupted', async () => {
    await using world = await aWorld({
      answers: one(),
      sockets: {
        'instances.tunnel': (socket) =>
          socket.on('message', (bytes, binary) => {
            if (binary) return socket.send(Buffer.from(String(bytes).toUpperCase()))
            socket.send('{"kind":"opened"}')
          }),
      },
    })
    const running = world.run('forward', 'trial', '0:80')
    const port = await forwardedPort(world)
    expect(await Promise.all([echo(port, 'one'), echo(port, 'two')])).toEqual(['ONE', 'TWO'])
    world.interrupt()
    expect((await running).code).toBe(0)
    expect(world.server.calls.at(-1)?.params).toEqual({ id: anInstance().id, port: 80 })
  })

  it('closes a connection that is refused, prints the reason, and continues', async () => {
    await using world = await aWorld({
      answers: one(),
      sockets: {
        'instances.tunnel': (socket) =>
          socket.send(
            '{"kind":"refused","code":"state_conflict","error":"Nothing listens there."}',
          ),
      },
    })
    const running = world.run('forward', 'trial', '0:81')
    const socket = connect(await forwardedPort(world), '127.0.0.1')
    await once(socket, 'close')
    expect(world.written().stderr).toContain('Nothing listens there. (state_conflict)')
    world.interrupt()
    expect((await running).code).toBe(0)
  })
})

function one(): Answers {
  return { 'instances.list': () => [anInstance()] }
}

function withLines(): Answers {
  const hello = { at, stream: 'stdout', text: 'hello' }
  return {
    ...one(),
    'instances.logs': () => [hello, { at, stream: 'stderr', text: 'oops' }],
    'instances.followLogs': () => ({
      events: [
        { event: 'line', data: hello, id: '1' },
        { event: 'end', data: { reason: 'stopped' } },
      ],
    }),
  }
}

function execEnding(exit: object): Answers {
  const output = (stream: string, text: string) => ({
    event: 'output',
    data: { stream, base64: Buffer.from(text).toString('base64') },
  })
  return {
    ...one(),
    'instances.exec': () => ({
      events: [output('stdout', 'out'), output('stderr', 'err'), { event: 'exit', data: exit }],
    }),
  }
}

function opened(kind: 'fresh' | 'resumed'): string {
  return JSON.stringify({ kind: 'opened', terminal_id: terminalId, resumed: kind === 'resumed' })
}

function answerOpen(socket: WebSocket, kind: 'fresh' | 'resumed'): void {
  socket.once('message', () => socket.send(opened(kind)))
}

async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; turns < 100_000 && !holds(); turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (!holds()) throw new Error('It never came to be.')
}

async function forwardedPort(world: World): Promise<number> {
  await until(() => world.written().stderr.includes('127.0.0.1:'))
  return Number(/127\.0\.0\.1:(\d+)/.exec(world.written().stderr)?.[1])
}

async function echo(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}
