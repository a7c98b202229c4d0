import { afterEach, describe, expect, it } from 'vitest'
import { residentExecute } from './resident-shell.ts'

const isPosix = process.platform !== 'win32'
const limits = { timeoutMs: 10_000 }
let life = new AbortController()
afterEach(() => {
  life.abort()
  life = new AbortController()
})

describe.runIf(isPosix)('residentExecute', () => {
  it('returns what each program writes and its exit code, one after the other', async () => {
    const execute = residentExecute(life.signal)
    const ran = await Promise.all([
      execute(['printf', '%s|', "it's", 'a b', '$HOME', '\\n'], limits),
      execute(['sh', '-c', 'echo out; echo err >&2; exit 3'], limits),
      execute(['cat'], limits),
      execute(['no-such-program'], limits),
    ])
    expect(ran.map(({ exitCode, stdout }) => ({ exitCode, stdout }))).toEqual([
      { exitCode: 0, stdout: "it's|a b|$HOME|\\n|" },
      { exitCode: 3, stdout: 'out\n' },
      { exitCode: 0, stdout: '' },
      { exitCode: 127, stdout: '' },
    ])
  })

  it('starts programs by the same shell', async () => {
    const execute = residentExecute(life.signal)
    const parent = async () => (await execute(['sh', '-c', 'echo $PPID'], limits)).stdout
    expect(await parent()).toBe(await parent())
  })

  it('ends a program at its time limit or with too much output, and goes on with the next', async () => {
    const execute = residentExecute(life.signal)
    const slow = execute(['sleep', '60'], { timeoutMs: 50 })
    const loud = execute(['yes'], { ...limits, outputBytesMax: 1_000 })
    const next = execute(['echo', 'next'], limits)
    expect((await slow).failure).toBe('timed_out')
    expect((await loud).failure).toBe('output_limit')
    expect(await next).toMatchObject({ exitCode: 0, stdout: 'next\n' })
  })

  it('tells that a program was killed with its shell, and starts another shell', async () => {
    const execute = residentExecute(life.signal)
    expect((await execute(['sh', '-c', 'kill -9 $PPID'], limits)).failure).toBe('killed')
    expect((await execute(['echo', 'on'], limits)).stdout).toBe('on\n')
  })

  it('runs nothing once its life has ended', async () => {
    const execute = residentExecute(life.signal)
    await execute(['true'], limits)
    life.abort()
    expect((await execute(['echo', 'no'], limits)).failure).toBe('killed')
  })
})
