import type { Frame, Socket } from '@gridloom/client/socket'
import { InstanceId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { sampleId } from '../../../testing/samples.ts'
import { terminalMemory } from './terminal-memory.ts'
import { openTerminal, reconnectPauseMs, type TerminalState } from './terminal-session.ts'

const terminalId = sampleId('trm', 7)

describe('opening a terminal', () => {
  it('sends the size of the screen and no terminal id the first time', async () => {
    const { hellos } = await setup()
    expect(hellos).toEqual([{ columns: 80, rows: 24 }])
  })

  it('stores the terminal id and reports that it is open', async () => {
    const { socket, states, memory } = await setup()
    socket().control({ kind: 'opened', terminal_id: terminalId, resumed: false })
    expect(memory.read()).toBe(terminalId)
    expect(states.at(-1)).toEqual({ kind: 'open', resumed: false })
  })

  it('sends the stored terminal id after a reload', async () => {
    const { hellos } = await setup({ remembered: true })
    expect(hellos[0]).toMatchObject({ terminal_id: terminalId })
  })

  it('wipes the screen before the latest output is sent again', async () => {
    const { socket, screen } = await setup({ remembered: true })
    socket().control({ kind: 'opened', terminal_id: terminalId, resumed: true })
    socket().bytes('prompt')
    expect(screen).toEqual(['wiped', 'prompt'])
  })
})

describe('an open terminal', () => {
  it('sends typed bytes and the new size of the screen', async () => {
    const { session, socket } = await setup()
    session.type(new TextEncoder().encode('ls\r'))
    session.resize()
    expect(socket().typed).toEqual(['ls\r'])
    expect(socket().controls).toEqual([{ kind: 'resize', columns: 80, rows: 24 }])
  })

  it('writes received bytes to the screen', async () => {
    const { socket, screen } = await setup()
    socket().bytes('hello')
    expect(screen).toEqual(['hello'])
  })

  it('ignores a control frame that it cannot parse', async () => {
    const { socket, states } = await setup()
    socket().control({ kind: 'party' })
    expect(states).toEqual([])
  })
})

describe('a lost connection', () => {
  it('is replaced by a new one with the same terminal id', async () => {
    const { socket, hellos, states, wake } = await setup()
    socket().control({ kind: 'opened', terminal_id: terminalId, resumed: false })
    socket().close()
    expect(states.at(-1)).toEqual({ kind: 'waiting' })
    await wake()
    expect(hellos.at(-1)).toMatchObject({ terminal_id: terminalId })
  })

  it('is retried after growing pauses of at most 10 s', async () => {
    const { pauses, wake } = await setup({ reachable: false })
    for (let round = 0; round < 6; round += 1) await wake()
    expect(pauses).toEqual([300, 1_000, 2_000, 5_000, 10_000, 10_000, 10_000])
    expect(reconnectPauseMs(1)).toBe(300)
  })

  it('is retried after the shortest pause again once the terminal was open', async () => {
    const { socket, pauses, wake } = await setup()
    socket().close()
    await wake()
    socket().control({ kind: 'opened', terminal_id: terminalId, resumed: true })
    socket().close()
    expect(pauses).toEqual([300, 300])
  })

  it('writes nothing more to the screen', async () => {
    const { socket, screen, wake } = await setup()
    const old = socket()
    old.close()
    await wake()
    old.bytes('late')
    expect(screen).toEqual([])
  })
})

describe('the end of a terminal', () => {
  it('reports the exit code of the shell, forgets the id and does not reconnect', async () => {
    const { socket, states, memory, pauses } = await setup({ remembered: true })
    socket().control({ kind: 'exited', exit_code: 130 })
    expect(states.at(-1)).toEqual({ kind: 'exited', exitCode: 130 })
    expect(memory.read()).toBeUndefined()
    expect(pauses).toEqual([])
  })

  it('can be followed by a new shell', async () => {
    const { socket, session, hellos, settle } = await setup({ remembered: true })
    socket().control({ kind: 'exited', exit_code: 0 })
    session.restart()
    await settle()
    expect(hellos.at(-1)).toEqual({ columns: 80, rows: 24 })
  })

  it('closes the connection for good when the screen is left', async () => {
    const { socket, session, states, pauses } = await setup()
    const last = socket()
    session.close()
    last.close()
    expect(last.closed).toBe(true)
    expect(states).toEqual([])
    expect(pauses).toEqual([])
  })
})

describe('a refusal', () => {
  it('is reported with its text and not retried', async () => {
    const { socket, states, pauses } = await setup()
    socket().control({ kind: 'refused', code: 'machine_offline', error: 'It is not connected.' })
    expect(states.at(-1)).toEqual({
      kind: 'refused',
      code: 'machine_offline',
      text: 'It is not connected.',
    })
    expect(pauses).toEqual([])
  })

  it('of an expired token renews the token and retries once', async () => {
    const { socket, hellos, renewals, settle } = await setup()
    socket().control({ kind: 'refused', code: 'token_expired', error: 'expired' })
    await settle()
    expect(renewals()).toBe(1)
    expect(hellos).toHaveLength(2)
  })

  it('of an expired token is reported the second time', async () => {
    const { socket, states, renewals, settle } = await setup()
    socket().control({ kind: 'refused', code: 'token_expired', error: 'expired' })
    await settle()
    socket().control({ kind: 'refused', code: 'token_expired', error: 'expired' })
    await settle()
    expect(renewals()).toBe(1)
    expect(states.at(-1)).toMatchObject({ kind: 'refused' })
  })
})

/** A socket whose other end is controlled by the test. */
function fakeSocket() {
  let take: (frame: Frame) => void = () => undefined
  const typed: string[] = []
  const controls: object[] = []
  const fake = {
    typed,
    controls,
    closed: false,
    bytes: (text: string) => take({ kind: 'bytes', bytes: new TextEncoder().encode(text) }),
    control: (control: unknown) => take({ kind: 'control', control }),
    close: () => take({ kind: 'closed', code: 1006, reason: '' }),
  }
  const socket: Socket = {
    ...emptySocket,
    sendBytes: (bytes) => void typed.push(new TextDecoder().decode(bytes)),
    sendControl: (control) => void controls.push(control),
    onFrame: (next) => {
      take = next ?? (() => undefined)
    },
    close: () => {
      fake.closed = true
    },
  }
  return { fake, socket }
}

const emptySocket: Socket = {
  bufferedBytes: 0,
  sendBytes: () => undefined,
  sendControl: () => undefined,
  onFrame: () => undefined,
  hold: () => undefined,
  release: () => undefined,
  reclaim: () => undefined,
  close: () => undefined,
}

interface Setup {
  /** Whether this tab had a terminal open before. */
  remembered?: boolean
  reachable?: boolean
}

async function setup({ remembered = false, reachable = true }: Setup = {}) {
  const held = new Map<string, string>()
  const instanceId = InstanceId.parse(sampleId('ins', 1))
  if (remembered) held.set(`gridloom.terminal.${instanceId}`, terminalId)
  const memory = terminalMemory(
    {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    },
    instanceId,
  )
  const sockets: ReturnType<typeof fakeSocket>['fake'][] = []
  const hellos: object[] = []
  const screen: string[] = []
  const states: TerminalState[] = []
  const pauses: number[] = []
  const wakes: (() => void)[] = []
  let renewed = 0
  const session = openTerminal({
    screen: {
      size: () => ({ columns: 80, rows: 24 }),
      wipe: () => void screen.push('wiped'),
      write: (bytes) => void screen.push(new TextDecoder().decode(bytes)),
    },
    memory,
    open: async (hello) => {
      hellos.push(hello)
      if (!reachable) throw new TypeError('unreachable')
      const { fake, socket } = fakeSocket()
      sockets.push(fake)
      return socket
    },
    renewToken: async () => {
      renewed += 1
    },
    after: (delayMs, wake) => {
      pauses.push(delayMs)
      wakes.push(wake)
      return () => undefined
    },
    onState: (state) => void states.push(state),
  })
  await settle()
  return {
    session,
    memory,
    hellos,
    screen,
    states,
    pauses,
    settle,
    renewals: () => renewed,
    socket: () => last(sockets),
    async wake() {
      wakes.pop()?.()
      await settle()
    },
  }
}

/** Runs all microtasks that are queued already. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
}

function last<Item>(items: readonly Item[]): Item {
  const item = items.at(-1)
  if (item === undefined) throw new TypeError('nothing was opened')
  return item
}
