import { PassThrough } from 'node:stream'
import { createTestClock } from '@gridloom/async/test-clock'
import { VolumeId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { newSessionId } from '../../../test/session-ids.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { VolumeHelperSettings } from '../../runtime/helper-port.ts'
import type { RuntimeSession } from '../../runtime/port.ts'
import { createVolumeSessions } from './volume-sessions.ts'

const volume = VolumeId.parse('vol_01jd3v8q6f7g8h9jkmnpqrstvw')
const signal = new AbortController().signal

describe('a session on a volume', () => {
  it('has a helper for exactly as long as its stream, and tells how the command ended', async () => {
    const { open, helpers, streams, held } = setup()
    const session = await open()
    expect(held[0]).toMatchObject({
      ...{ volume, access: 'read_only', path: '/volume', secondsMax: 90_000 },
      labels: { 'gridloom.agent': 'o' },
    })
    expect(helpers.size).toBe(1)
    streams[0]?.end()
    streams[0]?.resume()
    expect(await session.exitCode(signal)).toBe(7)
    await expect.poll(() => helpers.size).toBe(0)
  })

  it('ends with a stream that breaks, and then nobody knows how the command ended', async () => {
    const { open, helpers, streams } = setup()
    const session = await open()
    streams[0]?.destroy(new Error('broken'))
    expect(await session.exitCode(signal)).toBeNull()
    await expect.poll(() => helpers.size).toBe(0)
  })

  it('ends before its volume is deleted, and none begins until that has ended', async () => {
    const { open, sessions, helpers } = setup()
    await open()
    const held = await sessions.hold(volume)
    expect(helpers.size).toBe(0)
    await expect(open()).rejects.toMatchObject({ code: 'state_conflict' })
    held[Symbol.dispose]()
    await open()
  })

  it('that is being opened ends too where its volume is to be deleted', async () => {
    const gate = Promise.withResolvers<void>()
    const { open, sessions, helpers } = setup({ held: gate.promise })
    const opening = open().catch(() => 'refused')
    const holding = sessions.hold(volume)
    gate.resolve()
    await holding
    expect(helpers.size).toBe(0)
    expect(await opening).toBe('refused')
  })

  it('is one of four at once, and none is left where a helper cannot start', async () => {
    const { open, streams } = setup()
    await Promise.all([open(), open(), open(), open()])
    await expect(open()).rejects.toMatchObject({ code: 'state_conflict' })
    streams[0]?.destroy()
    await expect
      .poll(async () =>
        open().then(
          () => 'open',
          () => 'full',
        ),
      )
      .toBe('open')
    const missing = new RuntimeFailure('disk_lost', 'The volume is not on this machine.')
    const lost = setup({ held: Promise.reject(missing) })
    for (let tries = 0; tries < 5; tries++)
      await expect(lost.open()).rejects.toMatchObject({ code: 'not_found' })
    expect(lost.helpers.size).toBe(0)
    const bare = setup({ toolbox: 'none' })
    await expect(bare.open()).rejects.toMatchObject({ code: 'state_conflict' })
  })

  it('ends after a day and an hour, with the agent, and at the start of the next one', async () => {
    const { open, sessions, helpers, clock } = setup()
    await open()
    await clock.advance(25 * 3_600_000)
    await expect.poll(() => helpers.size).toBe(0)
    await open()
    helpers.set('left', { 'gridloom.agent': 'o', 'gridloom.volume_session': 'earlier' })
    helpers.set('other', { 'gridloom.agent': 'o', 'gridloom.disk_of': 'x' })
    await sessions.begin(signal)
    expect(helpers.has('left')).toBe(false)
    expect(helpers.size).toBe(2)
    await sessions.end()
    expect([...helpers.keys()]).toEqual(['other'])
  })
})

interface Engine {
  /** When the engine has started a helper. */
  held?: Promise<void>
  toolbox?: 'none'
}

function setup({ held: starting, toolbox }: Engine = {}) {
  starting?.catch(() => {})
  const clock = createTestClock()
  const helpers = new Map<string, Record<string, string>>()
  const streams: PassThrough[] = []
  const held: VolumeHelperSettings[] = []
  const openSession = async (): Promise<RuntimeSession> => {
    const stream = new PassThrough()
    streams.push(stream)
    return {
      stream,
      output: async function* () {},
      resize: async () => {},
      signal: async () => {},
      hangUp: async () => {},
      exitCode: async () => 7,
    }
  }
  const sessions = createVolumeSessions({
    ...{ clock, owner: 'o', log: { info: () => {}, warn: () => {} } },
    runtime: {
      openSession,
      helpers: {
        holdVolume: async (settings) => {
          held.push(settings)
          await starting
          helpers.set(settings.name, settings.labels)
        },
        remove: async (name) => void helpers.delete(name),
        list: async () => [...helpers].map(([id, labels]) => ({ id, labels })),
      },
    },
    toolbox: async () =>
      toolbox === 'none'
        ? undefined
        : { version: '1', mount: { volume: 'toolbox-1', path: '/.gridloom' } },
  })
  const open = () =>
    sessions.open(
      { volume, session: newSessionId() },
      { command: 'true', environment: [], access: 'read_only' },
      signal,
    )
  return { sessions, open, helpers, streams, held, clock }
}
