import { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import { expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { parseRocmSensors } from './rocm-sensors.ts'

it('the sensors of rocm-smi have clocks, fan and power limit', () => {
  expect(read('rocm-sensors-mi100.json')).toEqual([
    {
      uuid: '0x7fc3a1e902b45d60',
      temperature_c: 38,
      power_w: 212,
      power_limit_w: 290,
      utilization_percent: 97,
      memory_used_mib: 29_184,
      sm_clock_mhz: 1_472,
      memory_clock_mhz: 1_200,
      fan_percent: 23.5,
      ecc_corrected: null,
      ecc_uncorrected: null,
      throttle_reasons: null,
    },
  ])
})

it('the sensors of rocm-smi are null where a version of the tool leaves them out', () => {
  expect(read('rocm-smi-780m.json')).toMatchObject([
    { uuid: '0000:c4:00.0', temperature_c: 31, sm_clock_mhz: null, fan_percent: null },
  ])
})

it('there are none without a driver', () => {
  expect(read('rocm-smi-no-driver.txt')).toEqual([])
})

function read(name: string): GpuReading[] {
  return GpuReading.array().parse(parseRocmSensors(fixture(import.meta.url, name)))
}
