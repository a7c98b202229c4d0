import { Gpu } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { nvidiaSmiArgv, parseNvidiaSmi } from './nvidia-smi.ts'

describe('nvidia-smi', () => {
  it('is run for bare numbers, one line per GPU', () => {
    expect(nvidiaSmiArgv.join(' ')).toBe(
      'nvidia-smi --query-gpu=index,uuid,name,memory.total,driver_version,pci.bus_id,' +
        'temperature.gpu,power.draw,utilization.gpu,memory.used --format=csv,noheader,nounits',
    )
  })

  it('yields all values of one GPU', () => {
    expect(read('nvidia-smi-rtx-4090.csv')).toEqual([
      {
        index: 0,
        uuid: 'GPU-5a8e6b1c-3f0d-9c41-7e2a-d0c6b7f81e55',
        vendor: 'nvidia',
        model: 'NVIDIA GeForce RTX 4090',
        vram_mib: 24_564,
        driver: '550.54.14',
        pci_address: '0000:01:00.0',
        temperature_c: 38,
        power_w: 21.87,
        utilization_percent: 0,
        memory_used_mib: 1,
        source: 'nvidia-smi',
      },
    ])
  })

  it('yields eight GPUs of a server', () => {
    const gpus = read('nvidia-smi-8-h100-535.csv')
    expect(gpus.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(new Set(gpus.map(({ uuid }) => uuid)).size).toBe(8)
    expect(gpus[5]).toMatchObject({ pci_address: '0000:c3:00.0', utilization_percent: 100 })
  })

  it.each([
    [
      'an old laptop card',
      'nvidia-smi-gtx-960m-410.csv',
      0,
      { power_w: null, utilization_percent: null },
    ],
    [
      'a card split by MIG',
      'nvidia-smi-a100-mig-570.csv',
      0,
      { utilization_percent: null, power_w: 64.22 },
    ],
    [
      'a card with a fault',
      'nvidia-smi-a100-mig-570.csv',
      1,
      { temperature_c: null, power_w: null },
    ],
    [
      'unified memory',
      'nvidia-smi-gb10-580.csv',
      0,
      { vram_mib: null, pci_address: '000f:01:00.0' },
    ],
  ])('yields null for values that %s does not report', (_, file, index, expected) => {
    expect(read(file)[index]).toMatchObject(expected)
  })

  it.each(['nvidia-smi-no-driver.txt', 'nvidia-smi-mismatch.txt', 'nvidia-smi-no-devices.txt'])(
    'yields no GPU for %s',
    (file) => {
      expect(read(file)).toEqual([])
    },
  )

  it('yields no GPU for empty output', () => {
    expect(parseNvidiaSmi('')).toEqual([])
  })
})

function read(name: string): Gpu[] {
  return Gpu.array().parse(parseNvidiaSmi(fixture(import.meta.url, name)))
}
