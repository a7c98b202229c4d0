import { expect, it } from 'vitest'
import { hardwareFamily, hardwareVendor } from './hardware-family.ts'

it('tells gaming, workstation and data centre GPUs apart by their names', () => {
  const family = (model: string) => hardwareFamily(model, 'gpu')
  expect(family('NVIDIA GeForce RTX 4090')).toBe('gpu_gaming')
  expect(family('AMD Radeon RX 7900 XT')).toBe('gpu_gaming')
  expect(family('Arc A770')).toBe('gpu_gaming')
  expect(family('NVIDIA RTX 6000 Ada Generation')).toBe('gpu_workstation')
  expect(family('NVIDIA RTX A6000')).toBe('gpu_workstation')
  for (const model of ['NVIDIA H100 80GB HBM3', 'A100', 'L40S', 'Tesla T4', 'AMD INSTINCT MI200']) {
    expect(family(model)).toBe('gpu_data_center')
  }
  expect(family('Something new')).toBe('gpu')
  expect(hardwareFamily('AMD EPYC 7543', 'cpu')).toBe('cpu')
})

it('tells vendors by the names of their models', () => {
  expect(hardwareVendor('RTX 4090')).toBe('nvidia')
  expect(hardwareVendor('AMD EPYC 7543 32-Core Processor')).toBe('amd')
  expect(hardwareVendor('Intel(R) Core(TM) i7-9700K CPU @ 3.60GHz')).toBe('intel')
  expect(hardwareVendor('Neoverse-N1')).toBe('arm')
  expect(hardwareVendor('QEMU Virtual CPU')).toBe('other')
})
