import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { pauseProgram } from './pause-program.ts'

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'is a program that runs until it is killed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pause-'))
    const path = join(folder, 'pause')
    await writeFile(path, pauseProgram('x64') ?? '', { mode: 0o755 })
    const child = spawn(path)
    await once(child, 'spawn')
    await systemClock.sleep(50)
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: null, signal: null })
    child.kill('SIGKILL')
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    await rm(folder, { recursive: true })
  },
)

it('is missing for processors that it is not written for', () => {
  expect(pauseProgram('arm64')).toBeUndefined()
})
