import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import type { Execute } from '../../host/execute.ts'
import { createGpuReadings } from './gpu-readings.ts'

it('the sensors are read from the tools of both vendors', async () => {
  const { read } = setup({
    nvidia: () => fixture(import.meta.url, 'nvidia-sensors-2-h100-570.csv'),
    rocm: () => fixture(import.meta.url, 'rocm-sensors-mi100.json'),
  })
  expect((await read()).map(({ temperature_c }) => temperature_c)).toEqual([71, 89, 38])
})

it('an older driver is asked by the older name of a field, and first by it from then on', async () => {
  const { read, clock, asked } = setup({
    nvidia: (query) =>
      query.includes('clocks_event_reasons')
        ? fixture(import.meta.url, 'nvidia-sensors-unknown-field-525.txt')
        : fixture(import.meta.url, 'nvidia-sensors-rtx-4090-550.csv'),
    rocm: () => '',
  })
  expect(await read()).toHaveLength(1)
  expect(asked()).toEqual(['clocks_event_reasons', 'clocks_throttle_reasons'])
  await clock.advance(10_000)
  expect(await read()).toHaveLength(1)
  expect(asked()).toEqual([
    'clocks_event_reasons',
    'clocks_throttle_reasons',
    'clocks_throttle_reasons',
  ])
})

it('the tools run once in nine seconds, and their last results count for half a minute', async () => {
  const answers = [fixture(import.meta.url, 'nvidia-sensors-2-h100-570.csv')]
  const { read, clock, asked } = setup({ nvidia: () => answers.shift() ?? '', rocm: () => '' })
  await read()
  await clock.advance(5_000)
  expect(await read()).toHaveLength(2)
  expect(asked()).toHaveLength(1)
  await clock.advance(24_000)
  expect(await read()).toHaveLength(2)
  await clock.advance(1_000)
  expect(await read()).toEqual([])
})

interface Tools {
  nvidia: (query: string) => string
  rocm: () => string
}

function setup({ nvidia, rocm }: Tools) {
  const clock = createTestClock()
  const queries: string[] = []
  const execute: Execute = async ([program, query = '']) => {
    if (program === 'nvidia-smi') queries.push(query)
    const stdout = program === 'nvidia-smi' ? nvidia(query) : rocm()
    return { exitCode: stdout === '' ? 9 : 0, stdout, stderr: '', failure: undefined }
  }
  return {
    clock,
    read: createGpuReadings({ execute, clock }),
    asked: () => queries.map((query) => /(clocks_\w+_reasons)/.exec(query)?.[1]),
  }
}
