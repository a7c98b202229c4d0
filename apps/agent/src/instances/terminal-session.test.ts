import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTerminalSession } from './terminal-session.ts'

const signal = new AbortController().signal

describe('a shell with viewers', () => {
  it('shows its earlier output to a new viewer', async () => {
    const { shell, session } = setup()
    shell.write('before')
    await turn()
    const viewer = session.attach()
    shell.write(' and after')
    await turn()
    expect(String(viewer.read())).toBe('before and after')
  })

  it('accepts input from the last viewer only', async () => {
    const { shell, session } = setup()
    const first = session.attach()
    const second = session.attach()
    first.write('old')
    second.write('new')
    await turn()
    expect(String(shell.read())).toBe('new')
  })

  it('keeps printing without a viewer', async () => {
    const { shell, session, now } = setup()
    const viewer = session.attach()
    expect(session.detachedAtMs()).toBeUndefined()
    now.ms = 5_000
    viewer.destroy()
    await once(viewer, 'close')
    expect(session.detachedAtMs()).toBe(5_000)
    shell.write('x'.repeat(500_000))
    await turn()
    expect(shell.writableLength).toBe(0)
  })

  it('is paused by a viewer that does not read, and resumed when it leaves', async () => {
    const { shell, session } = setup()
    const viewer = session.attach()
    for (let piece = 0; piece < 20; piece += 1) shell.write('x'.repeat(64 * 1024))
    await turn()
    expect(shell.writableLength).toBeGreaterThan(0)
    viewer.destroy()
    await once(viewer, 'close')
    for (let rest = 0; rest < 40; rest += 1) await turn()
    expect(shell.writableLength).toBe(0)
  })

  it('returns its exit code only once it has ended', async () => {
    const { shell, session, ended } = setup()
    const viewer = session.attach()
    viewer.resume()
    expect(await session.exitCode(signal)).toBeNull()
    shell.end()
    await once(viewer, 'end')
    expect(await session.exitCode(signal)).toBe(3)
    expect(ended.times).toBeGreaterThan(0)
  })

  it('ends the stream of its viewer when the engine disconnects', async () => {
    const { stream, session } = setup()
    const viewer = session.attach()
    viewer.resume()
    stream.destroy(new Error('socket hang up'))
    await once(viewer, 'end')
    expect(viewer.errored).toBeNull()
  })

  it('is killed and closed when its session ends', async () => {
    const { stream, session, killed } = setup()
    await session.end(signal)
    expect(killed.times).toBe(1)
    expect(stream.destroyed).toBe(true)
  })
})

function setup() {
  const [stream, shell] = duplexPair()
  const [now, ended, killed] = [{ ms: 0 }, { times: 0 }, { times: 0 }]
  const terminal = {
    stream,
    resize: async () => {},
    exitCode: async () => 3,
    kill: async () => {
      killed.times += 1
    },
  }
  const onEnded = () => {
    ended.times += 1
  }
  const session = createTerminalSession(terminal, { monotonicMs: () => now.ms, onEnded })
  return { stream, shell, session, now, ended, killed }
}
