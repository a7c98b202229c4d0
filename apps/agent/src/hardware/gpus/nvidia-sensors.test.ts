import { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { nvidiaSensorsArgv, parseNvidiaSensors } from './nvidia-sensors.ts'

describe('the sensors of nvidia-smi', () => {
  it('are read for bare numbers, one line per GPU', () => {
    expect(nvidiaSensorsArgv('clocks_event_reasons').join(' ')).toBe(
      'nvidia-smi --query-gpu=uuid,temperature.gpu,power.draw,power.limit,utilization.gpu,memory.used,' +
        'clocks.sm,clocks.mem,fan.speed,ecc.errors.corrected.aggregate.total,' +
        'ecc.errors.uncorrected.aggregate.total,clocks_event_reasons.active --format=csv,noheader,nounits',
    )
  })

  it('have clocks, memory errors and the reasons for lower clocks', () => {
    expect(read('nvidia-sensors-2-h100-570.csv')[1]).toEqual({
      uuid: 'GPU-2e1a8d5f-3b0c-5e4f-9d22-1c7b2a3f4e51',
      temperature_c: 89,
      power_w: 512.1,
      power_limit_w: 700,
      utilization_percent: 100,
      memory_used_mib: 74_210,
      sm_clock_mhz: 1_095,
      memory_clock_mhz: 2_619,
      fan_percent: null,
      ecc_corrected: 12,
      ecc_uncorrected: 1,
      throttle_reasons: ['hw_slowdown', 'hw_thermal'],
    })
  })

  it('do not count idle clocks as a reason, nor errors of a card without ECC', () => {
    expect(read('nvidia-sensors-rtx-4090-550.csv')).toMatchObject([
      { fan_percent: 30, ecc_corrected: null, ecc_uncorrected: null, throttle_reasons: [] },
    ])
  })

  it('are null for values that a card with a fault does not report', () => {
    expect(read('nvidia-sensors-a100-fault.csv')).toMatchObject([
      { temperature_c: null, sm_clock_mhz: null, fan_percent: null, throttle_reasons: null },
    ])
  })

  it('are null for values that cannot be', () => {
    const line = fixture(import.meta.url, 'nvidia-sensors-rtx-4090-550.csv')
    const [gpu] = parseNvidiaSensors(line.replace(' 38,', ' 65535,').replace(' 0,', ' 4294967,'))
    expect(gpu).toMatchObject({ temperature_c: null, utilization_percent: null, power_w: 21.87 })
    expect(GpuReading.safeParse(gpu).success).toBe(true)
  })

  it.each([
    'nvidia-sensors-unknown-field-525.txt',
    'nvidia-smi-no-driver.txt',
    'nvidia-smi-no-devices.txt',
  ])('are none for %s', (file) => {
    expect(read(file)).toEqual([])
  })
})

function read(name: string): GpuReading[] {
  return GpuReading.array().parse(parseNvidiaSensors(fixture(import.meta.url, name)))
}
