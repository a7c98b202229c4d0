import { describe, expect, it } from 'vitest'
import { execute } from './execute.ts'

describe('execute', () => {
  it('returns the exit code and both outputs separately', async () => {
    const ended = await run('echo out; echo err >&2; exit 3')
    expect(ended).toEqual({ exitCode: 3, stdout: 'out\n', stderr: 'err\n', failure: undefined })
  })

  it('reports a missing program instead of throwing', async () => {
    const ended = await execute(['gridloom-no-such-program'], { timeoutMs: 1_000 })
    expect(ended).toMatchObject({ exitCode: null, failure: 'missing' })
  })

  it('kills a program that exceeds its time limit', async () => {
    const ended = await run('exec sleep 30', { timeoutMs: 50 })
    expect(ended).toMatchObject({ exitCode: null, failure: 'timed_out' })
  })

  it('kills the child processes of a program too, also when they outlive it', async () => {
    const killed = await run('sleep 30 & sleep 30', { timeoutMs: 50 })
    expect(killed).toMatchObject({ exitCode: null, failure: 'timed_out' })
    const left = await run('sleep 30 & echo gone')
    expect(left).toMatchObject({ exitCode: 0, stdout: 'gone\n', failure: undefined })
  })

  it('kills a program that exceeds its output limit', async () => {
    const ended = await run('yes', { outputBytesMax: 1_000 })
    expect(ended).toMatchObject({ exitCode: null, failure: 'output_limit' })
    expect(ended.stdout.length).toBeLessThanOrEqual(1_000)
  })

  it('passes none of its own environment to the program', async () => {
    const ended = await run('env')
    expect(ended.stdout).not.toContain('VITEST')
    expect(ended.stdout).toContain('LC_ALL=C')
  })

  it('kills the program when the signal aborts', async () => {
    const stop = new AbortController()
    const running = run('exec sleep 30', { signal: stop.signal })
    stop.abort()
    expect(await running).toMatchObject({ exitCode: null, failure: 'killed' })
  })
})

function run(
  script: string,
  limits: { timeoutMs?: number; outputBytesMax?: number; signal?: AbortSignal } = {},
) {
  return execute(['sh', '-c', script], { timeoutMs: 5_000, ...limits })
}
