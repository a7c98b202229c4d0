import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { anInstanceId, aSpec, aTerminalId } from '../../test/builders.ts'
import { collectExec, collectLines } from '../../test/docker-manager.ts'
import { startFakeMachine } from '../../test/fake-machine.ts'
import { nextNanosecond } from './read-logs.ts'
import { createScrollback } from './scrollback.ts'
import { terminalKeptMs } from './terminals.ts'

const id = anInstanceId
const size = { columns: 80, rows: 24 }

describe('logs', () => {
  it('count only matching lines in a search, regardless of case', async () => {
    await using machine = await setup()
    for (const text of ['an Error', 'fine', 'error 2', 'fine', 'ERROR 3']) {
      machine.runtime.control.pushLog(id, text)
    }
    const selection = { follow: false, since: undefined, tail: 2, search: 'error' }
    const lines = machine.manager.logs(id, selection, AbortSignal.timeout(5_000))
    expect(await collectLines(lines, 10)).toEqual(['error 2', 'ERROR 3'])
  })

  it('are followed after a search without losing or repeating a line', async () => {
    await using machine = await setup()
    machine.runtime.control.pushLog(id, 'error 1')
    const selection = { follow: true, since: undefined, tail: 10, search: 'error' }
    const lines = machine.manager.logs(id, selection, AbortSignal.timeout(5_000))
    const three = collectLines(lines, 3)
    await machine.pass(10)
    for (const text of ['no', 'error 2', 'error 3']) machine.runtime.control.pushLog(id, text)
    expect(await three).toEqual(['error 1', 'error 2', 'error 3'])
  })

  it('of an instance that is being created are sent once it runs', async () => {
    await using machine = await startFakeMachine()
    machine.manager.apply(aSpec({ on_start_script: 'echo first' }))
    const selection = { follow: true, since: undefined, tail: 10, search: undefined }
    const lines = collectLines(machine.manager.logs(id, selection, AbortSignal.timeout(5_000)), 1)
    await machine.until(id, ({ ready }) => ready)
    await machine.pass(500)
    expect(await lines).toEqual(['first'])
  })

  it('end when the container ends', async () => {
    await using machine = await setup()
    const selection = { follow: true, since: undefined, tail: 0, search: undefined }
    const lines = Array.fromAsync(machine.manager.logs(id, selection, AbortSignal.timeout(5_000)))
    await machine.pass(10)
    machine.runtime.control.exit(id, 0)
    expect(await lines).toEqual([])
  })
})

describe('nextNanosecond', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000001Z'],
    ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500000001Z'],
    ['2026-12-31T23:59:59.999999999Z', '2027-01-01T00:00:00.000000000Z'],
  ])('after %s is %s', (at, next) => {
    expect(nextNanosecond(at)).toBe(next)
  })
})

describe('exec', () => {
  it('ends with timed_out when the command does not end', async () => {
    await using machine = await setup()
    const request = { command: ['sleep', '100'], timeout_s: 5 }
    const received = collectExec(machine.manager.exec(id, request, AbortSignal.timeout(5_000)))
    await machine.pass(10)
    await machine.pass(5_001)
    expect((await received).end).toEqual({ kind: 'exit', exit_code: null, ended: 'timed_out' })
  })

  it('ends with instance_stopped when the instance stops during the command', async () => {
    await using machine = await setup()
    const request = { command: ['sleep', '100'], timeout_s: 60 }
    const received = collectExec(machine.manager.exec(id, request, AbortSignal.timeout(5_000)))
    await machine.pass(10)
    machine.runtime.control.exit(id, 0)
    expect((await received).end).toMatchObject({ exit_code: null, ended: 'instance_stopped' })
  })
})

describe('terminals', () => {
  it('go to the last viewer, and end the stream of the one before', async () => {
    await using machine = await setup()
    const first = await machine.manager.openTerminal(id, aTerminalId, size)
    first.stream.resume()
    const ended = once(first.stream, 'end')
    const second = await machine.manager.openTerminal(id, aTerminalId, size)
    await ended
    expect([first.resumed, second.resumed]).toEqual([false, true])
    second.stream.write('typed')
    await machine.pass(10)
    expect(String(second.stream.read())).toContain('typed')
  })

  it('are kept for fifteen minutes without a viewer, and no longer', async () => {
    await using machine = await setup()
    const first = await machine.manager.openTerminal(id, aTerminalId, size)
    first.stream.destroy()
    await machine.pass(terminalKeptMs - 60_000)
    const second = await machine.manager.openTerminal(id, aTerminalId, size)
    expect(second.resumed).toBe(true)
    second.stream.destroy()
    await machine.pass(terminalKeptMs + 60_000)
    const third = await machine.manager.openTerminal(id, aTerminalId, size)
    expect(third.resumed).toBe(false)
  })

  it('return the exit code of their shell only once it has ended', async () => {
    await using machine = await setup()
    const signal = AbortSignal.timeout(1_000)
    const terminal = await machine.manager.openTerminal(id, aTerminalId, size)
    terminal.stream.resume()
    expect(await terminal.exitCode(signal)).toBeNull()
    terminal.stream.write('exit 7\n')
    await once(terminal.stream, 'end')
    expect(await terminal.exitCode(signal)).toBe(7)
    const next = await machine.manager.openTerminal(id, aTerminalId, size)
    expect(next.resumed).toBe(false)
  })

  it('are resumed although the previous one with that id closes late', async () => {
    await using machine = await setup()
    const pairs = [duplexPair(), duplexPair()] as const
    const waiting = pairs.map(([stream]) => stream)
    machine.runtime.openTerminal = async () => ({
      stream: waiting.shift() ?? duplexPair()[0],
      resize: async () => {},
      exitCode: async () => 0,
      kill: async () => {},
    })
    const first = await machine.manager.openTerminal(id, aTerminalId, size)
    first.stream.resume()
    pairs[0][1].end()
    await once(first.stream, 'end')
    await machine.manager.openTerminal(id, aTerminalId, size)
    pairs[0][0].destroy()
    await once(pairs[0][0], 'close')
    expect((await machine.manager.openTerminal(id, aTerminalId, size)).resumed).toBe(true)
  })

  it('reject a resize with not_found when they do not exist', async () => {
    await using machine = await setup()
    const resizing = machine.manager.resizeTerminal(id, aTerminalId, size)
    await expect(resizing).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('createScrollback', () => {
  it('keeps the last bytes up to its limit', () => {
    const scrollback = createScrollback(10)
    for (let count = 0; count < 100; count += 1) scrollback.push(Buffer.from(`${count},`))
    expect(scrollback.read().toString()).toBe(',97,98,99,')
    scrollback.push(Buffer.alloc(50, 'x'))
    expect(scrollback.read().toString()).toBe('xxxxxxxxxx')
  })
})

async function setup() {
  const machine = await startFakeMachine()
  await machine.runReady(aSpec())
  return machine
}
