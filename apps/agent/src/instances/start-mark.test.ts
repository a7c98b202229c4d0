import { describe, expect, it } from 'vitest'
import { hasStarted } from './start-mark.ts'

const signal = AbortSignal.timeout(5_000)

describe('the mark of a start script that has succeeded', () => {
  it.each([
    ['is found', '/.gridloom-start/done', 'v1', true],
    ['is found where an earlier agent left it', '/.gridloom/started', undefined, true],
    ['is not a file of the toolbox', '/.gridloom/started', 'v1', false],
    ['is not there yet', '/tmp/other', undefined, false],
  ])('%s', async (_what, path, toolbox, expected) => {
    const runtime = { hasPath: async (_name: string, asked: string) => asked === path }
    expect(await hasStarted(runtime, { container: 'box', toolbox }, signal)).toBe(expected)
  })
})
