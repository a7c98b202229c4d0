import { PassThrough } from 'node:stream'
import { createTestClock } from '@gridloom/async/test-clock'
import { type SessionRequest, sessionLimits } from '@gridloom/contract/agent/session-calls'
import { describe, expect, it } from 'vitest'
import { anInstanceId, anotherInstanceId, aSpec } from '../../../test/builders.ts'
import { newListenerId, newSessionId } from '../../../test/session-ids.ts'
import { systemRandom } from '../../host/random.ts'
import type { RuntimeSession } from '../../runtime/port.ts'
import { newRecord } from '../record.ts'
import { createSessions } from './index.ts'

const signal = new AbortController().signal
const shell: SessionRequest = {
  program: { kind: 'shell' },
  environment: [],
  terminal: null,
  agent_forwarding: null,
}

describe('the sessions of an instance', () => {
  it(`are at most ${sessionLimits.sessions}, and one that has ended makes room`, async () => {
    const test = setup()
    const open = (id = anInstanceId) =>
      test.sessions.open({ id, session: newSessionId() }, shell, signal)
    const all = await Promise.all(Array.from({ length: sessionLimits.sessions }, () => open()))
    await expect(open()).rejects.toThrow('100 open sessions')
    await open(anotherInstanceId)
    all[0]?.stream.destroy()
    await expect.poll(() => test.hungUp.length).toBe(1)
    await open()
  })

  it('count until the program has ended, even if its stream was cut', async () => {
    const ending = Promise.withResolvers<void>()
    const test = setup({ hangUp: () => ending.promise })
    const session = newSessionId()
    const opened = await test.sessions.open({ id: anInstanceId, session }, shell, signal)
    opened.stream.destroy()
    await expect.poll(() => test.hungUp.length).toBe(1)
    const again = () => test.sessions.open({ id: anInstanceId, session }, shell, signal)
    await expect(again()).rejects.toThrow('is open')
    ending.resolve()
    await expect.poll(() => again().then(() => 'open', String)).toBe('open')
  })

  it('are not hung up once their program has exited', async () => {
    const test = setup({ exitCode: async () => 0 })
    const place = { id: anInstanceId, session: newSessionId() }
    const { stream } = await test.sessions.open(place, shell, signal)
    stream.resume()
    stream.end()
    await expect
      .poll(() => test.sessions.resize(place, { columns: 1, rows: 1 }).then(() => 'open', String))
      .toContain('does not exist')
    expect(test.hungUp).toEqual([])
  })

  it('are hung up when the agent stops', async () => {
    const test = setup()
    await test.sessions.open({ id: anInstanceId, session: newSessionId() }, shell, signal)
    await test.close()
    expect(test.hungUp).toHaveLength(1)
  })
})

describe('the listeners of an instance', () => {
  it(`are at most ${sessionLimits.listeners}`, async () => {
    const test = setup()
    const listeners = Array.from({ length: sessionLimits.listeners }, () => test.listen())
    for (const { lines } of listeners) await lines.next()
    await expect(test.listen().lines.next()).rejects.toThrow('20 listeners')
    await listeners[0]?.lines.return()
    expect(await test.listen().lines.next()).toMatchObject({ value: { kind: 'listening' } })
  })

  it('announce no more connections than may wait, and each waits for ten seconds', async () => {
    const test = setup()
    const { lines, program, accept } = test.listen()
    await lines.next()
    const numbers = Array.from({ length: sessionLimits.waitingConnections + 1 }, (_, at) => at + 1)
    program().say(numbers.map((number) => `connection ${number}\n`).join(''))
    for (const number of numbers.slice(0, -1))
      expect(await lines.next()).toMatchObject({ value: { connection: number } })
    const last = lines.next()
    await expect(accept(numbers.length)).rejects.toThrow('not waiting')
    await test.clock.advance(sessionLimits.waitingMs)
    await expect(accept(1)).rejects.toThrow('not waiting')
    program().say('connection 500\n')
    expect(await last).toMatchObject({ value: { connection: 500 } })
  })

  it('end where their program prints without end', async () => {
    const test = setup()
    const { lines, program } = test.listen()
    await lines.next()
    program().say('x'.repeat(10_000))
    await expect(lines.next()).rejects.toThrow('longer than')
    await expect.poll(() => test.hungUp.length).toBe(1)
  })
})

/** Sessions over programs that only the test makes speak. */
function setup(changes: Partial<RuntimeSession> = {}) {
  const clock = createTestClock()
  const hungUp: string[] = []
  const programs = new Map<string, { say(text: string): void }>()
  const openSession = async (_name: string, { id }: { id: string }): Promise<RuntimeSession> => {
    const stream = new PassThrough()
    const spoken: string[] = ['2026/01/01 00:00:00 socat[1] N listening on AF=2 127.0.0.1:7001\n']
    let wake = Promise.withResolvers<void>()
    stream.once('close', () => wake.resolve())
    programs.set(id, {
      say: (text) => {
        spoken.push(text)
        wake.resolve()
      },
    })
    return {
      stream,
      output: async function* () {
        while (!stream.destroyed) {
          for (const text of spoken.splice(0)) yield { stream: 'stderr', bytes: Buffer.from(text) }
          await wake.promise
          wake = Promise.withResolvers()
        }
      },
      resize: async () => {},
      signal: async () => {},
      exitCode: async () => null,
      ...changes,
      hangUp: async (asking) => {
        hungUp.push(id)
        await changes.hangUp?.(asking)
      },
    }
  }
  const records = [anInstanceId, anotherInstanceId].map((instance_id) =>
    newRecord(aSpec({ instance_id }), { monotonicMs: 0, wallMs: 0 }),
  )
  const get = (id: string) => {
    const found = records.find(({ spec }) => spec.instance_id === id)
    if (found === undefined) throw new Error('no such instance')
    return found
  }
  const runtime = {
    openSession,
    hasPath: async () => true,
    hangUpSessions: async () => {},
    dialFramed: async () => Promise.reject(new Error('nothing listens')),
  }
  const log = { info: () => {}, warn: () => {} }
  const { sessions, close } = createSessions(
    { clock, runtime, log, random: systemRandom },
    { get, running: get },
  )
  return {
    clock,
    hungUp,
    sessions,
    close,
    listen: () => {
      const place = { id: anInstanceId, listener: newListenerId() }
      const asked = { kind: 'tcp', address: 'localhost', port: 0 } as const
      return {
        lines: sessions.listen(place, asked, signal),
        accept: (connection: number) => sessions.accept(place, connection, signal),
        program: () => {
          const program = programs.get(place.listener)
          if (program === undefined) throw new Error('it was not started')
          return program
        },
      }
    },
  }
}
