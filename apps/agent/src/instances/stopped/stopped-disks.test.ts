import { PassThrough } from 'node:stream'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { aSpec } from '../../../test/builders.ts'
import { newSessionId } from '../../../test/session-ids.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { RuntimeSession } from '../../runtime/port.ts'
import { newRecord } from '../record.ts'
import { createStoppedDisks } from './stopped-disks.ts'

const signal = new AbortController().signal

describe('the disk of a stopped instance', () => {
  it('is opened once for all sessions, and closed some seconds after the last', async () => {
    const { open, engine, clock } = setup()
    const sessions = await Promise.all([open(), open()])
    expect(engine.filter((call) => call === 'hold')).toHaveLength(1)
    sessions[0]?.stream.destroy()
    await clock.advance(60_000)
    expect(engine.at(-1)).toBe('hold')
    sessions[1]?.stream.destroy()
    await clock.advance(1)
    await clock.advance(9_990)
    expect(engine.at(-1)).toBe('hold')
    await clock.advance(20)
    await expect.poll(() => engine.at(-1)).toBe('remove')
    await open()
    expect(engine.at(-1)).toBe('hold')
  })

  it('is closed before anything else uses it, and stays so until that has ended', async () => {
    const { open, disks, record, engine } = setup()
    await open()
    const [first, second] = [await disks.hold(record), await disks.hold(record)]
    expect(engine.at(-1)).toBe('remove')
    await expect(open()).rejects.toMatchObject({ code: 'upstream_failed' })
    first[Symbol.dispose]()
    await expect(open()).rejects.toMatchObject({ code: 'upstream_failed' })
    second[Symbol.dispose]()
    await open()
  })

  it('that is being opened is closed by who needs it meanwhile', async () => {
    const gate = Promise.withResolvers<void>()
    const { open, disks, record, engine } = setup({ held: gate.promise })
    const opening = open().catch(() => undefined)
    await expect.poll(() => engine.at(-1)).toBe('mount')
    const holding = disks.hold(record)
    gate.resolve()
    await holding
    expect(engine.slice(-2)).toEqual(['hold', 'remove'])
    await opening
  })

  it('is not opened while it runs, where it would load a library, or where it is not bounded', async () => {
    const { open, record, engine } = setup()
    for (const phase of ['running', 'starting', 'failed'] as const) {
      record.phase = phase
      await expect(open()).rejects.toMatchObject({ code: 'state_conflict' })
    }
    expect(engine).toEqual([])
    const preloaded = setup({ paths: ['/etc/ld.so.preload'] })
    await expect(preloaded.open()).rejects.toMatchObject({ code: 'state_conflict' })
    const unbounded = setup({
      held: Promise.reject(new RuntimeFailure('start_failed', 'Watched.')),
    })
    await expect(unbounded.open()).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('that a killed agent left open is closed at the start of the next, unless it is open again', async () => {
    const { open, disks, record, engine } = setup({ left: true })
    await disks.begin(signal)
    expect(engine).toEqual(['remove'])
    await open()
    await disks.begin(signal)
    expect(engine.at(-1)).toBe('hold')
    // Before it has begun, a start of the instance closes it too.
    const early = setup({ left: true })
    await early.disks.hold(record)
    expect(early.engine).toEqual(['remove'])
  })

  it('is closed when the agent ends', async () => {
    const { open, disks, engine } = setup()
    await open()
    await disks.end()
    expect(engine.at(-1)).toBe('remove')
  })
})

interface Engine {
  /** When the engine has opened a disk. */
  held?: Promise<void>
  paths?: readonly string[]
  /** Whether an agent before left it open. */
  left?: boolean
}

function setup({ held, paths = [], left = false }: Engine = {}) {
  held?.catch(() => {})
  const clock = createTestClock()
  const engine: string[] = []
  const record = newRecord(aSpec(), { monotonicMs: 0, wallMs: 0 })
  record.phase = 'stopped'
  record.startedAt = '2026-01-01T00:00:00.000Z'
  const helpers = {
    obstacle: async () => undefined,
    start: async () => {},
    holdVolume: async () => {},
    holdDisk: async () => {
      engine.push('mount')
      await held
      engine.push('hold')
    },
    remove: async () => void engine.push('remove'),
    list: async () => (left ? [{ id: 'x', labels: { 'gridloom.disk_of': record.container } }] : []),
  }
  const openSession = async (): Promise<RuntimeSession> => ({
    stream: new PassThrough(),
    output: async function* () {},
    resize: async () => {},
    signal: async () => {},
    hangUp: async () => {},
    exitCode: async () => 0,
  })
  const runtime = {
    helpers,
    openSession,
    hasPath: async (_: string, path: string) => paths.includes(path),
  }
  const log = { info: () => {}, warn: () => {} }
  const disks = createStoppedDisks({ runtime, clock, log, owner: 'o' })
  return { disks, record, engine, clock, open: () => disks.open(record, newSessionId(), signal) }
}
