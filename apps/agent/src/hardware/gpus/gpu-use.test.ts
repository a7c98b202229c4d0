import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import type { Execute, ProcessResult } from '../../host/execute.ts'
import { createGpuUse } from './gpu-use.ts'

const card = 'GPU-5a8e6b1c-3f0d-9c41-7e2a-d0c6b7f81e55'

describe('the use of the GPUs', () => {
  it('is read from the tools of both vendors', async () => {
    const { read } = setup({
      'nvidia-smi': () => ended(fixture(import.meta.url, 'nvidia-smi-rtx-4090.csv')),
      'rocm-smi': () => ended(fixture(import.meta.url, 'rocm-smi-2-mi250x.json')),
    })
    expect(await read()).toEqual([
      { uuid: card, utilization_percent: 0, memory_used_mib: 1, power_w: 21.87 },
      { uuid: '0x7fc3a1e902b45d60', utilization_percent: 0, memory_used_mib: 11, power_w: 92 },
      {
        uuid: '0x91d4b2fa13c56e71',
        utilization_percent: 97,
        memory_used_mib: 58_368,
        power_w: null,
      },
    ])
  })

  it('is read once per metrics interval, however many callers there are', async () => {
    const { read, clock, asked } = setup({ 'nvidia-smi': () => ended('') })
    await Promise.all([read(), read(), read()])
    await read()
    expect(asked('nvidia-smi')).toBe(1)
    await clock.advance(5_000)
    await read()
    expect(asked('nvidia-smi')).toBe(2)
  })

  it('is empty when a tool hangs, which is not started a second time', async () => {
    const { read, clock, asked } = setup({
      'nvidia-smi': () => new Promise<ProcessResult>(() => {}),
    })
    for (let beat = 1; beat <= 3; beat += 1) {
      const answered = read()
      await clock.advance(1_000)
      expect(await answered).toEqual([])
      await clock.advance(4_000)
    }
    expect(asked('nvidia-smi')).toBe(1)
  })

  it('is in the next sample when it is too late for this one', async () => {
    const late = Promise.withResolvers<ProcessResult>()
    const { read, clock } = setup({ 'nvidia-smi': () => late.promise })
    const first = read()
    await clock.advance(1_000)
    expect(await first).toEqual([])
    late.resolve(ended(fixture(import.meta.url, 'nvidia-smi-rtx-4090.csv')))
    await clock.advance(0)
    expect(await read()).toMatchObject([{ uuid: card }])
  })

  it('is not reported as current when the tool stopped answering', async () => {
    const answers = [ended(fixture(import.meta.url, 'nvidia-smi-rtx-4090.csv'))]
    const broken = fixture(import.meta.url, 'nvidia-smi-no-driver.txt')
    const { read, clock } = setup({ 'nvidia-smi': () => answers.shift() ?? ended(broken, 9) })
    expect(await read()).toHaveLength(1)
    await clock.advance(5_000)
    expect(await read()).toHaveLength(1)
    await clock.advance(10_000)
    expect(await read()).toEqual([])
  })
})

type Tool = () => ProcessResult | Promise<ProcessResult>

function setup(tools: Record<string, Tool>) {
  const clock = createTestClock()
  const calls: string[] = []
  const execute: Execute = async ([program = '']) => {
    calls.push(program)
    return tools[program]?.() ?? { exitCode: null, stdout: '', stderr: '', failure: 'missing' }
  }
  return {
    clock,
    read: createGpuUse({ execute, clock }),
    asked: (program: string) => calls.filter((call) => call === program).length,
  }
}

function ended(stdout: string, exitCode = 0): ProcessResult {
  return { exitCode, stdout, stderr: '', failure: undefined }
}
