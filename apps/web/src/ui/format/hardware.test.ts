import { describe, expect, it } from 'vitest'
import { aGpu, someHardware } from '../../testing/samples.ts'
import { hardwareLine, shortModel } from './hardware.ts'

describe('hardwareLine', () => {
  it('groups equal GPUs and omits their vendor', () => {
    const hardware = someHardware({ gpus: [aGpu(0), aGpu(1), aGpu(2, 'NVIDIA RTX A6000')] })
    expect(hardwareLine(hardware)).toBe('2 × RTX 4090 · RTX A6000 · 32 threads · 64 GiB')
  })

  it('works without a GPU', () => {
    expect(hardwareLine(someHardware())).toBe('32 threads · 64 GiB')
  })
})

describe('shortModel', () => {
  it('keeps names without a vendor', () => {
    expect(shortModel('Tesla T4')).toBe('Tesla T4')
    expect(shortModel('AMD Instinct MI300X')).toBe('Instinct MI300X')
  })
})
