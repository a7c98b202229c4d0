import { describe, expect, it } from 'vitest'
import { uuidText } from './driver.ts'
import { fp32Ptx, operationsPerTurn } from './kernels.ts'
import { blockBytesOf } from './measure-device.ts'
import { copyGbPerS, medianOf, tflopsOf } from './rates.ts'

describe('the figures of a GPU', () => {
  // Processors × 128 lanes × 2 operations × clock in Hz, from NVIDIA's data sheets.
  it.each([
    ['RTX 4090', 128 * 128 * 2 * 2_520e6, 82.6],
    ['A100', 108 * 64 * 2 * 1_410e6, 19.5],
    ['H100 SXM', 132 * 128 * 2 * 1_980e6, 66.9],
  ])('are those of the data sheet for the operations of a second: %s', (_, operations, tflops) => {
    expect(tflopsOf(operations, 1_000)).toBeCloseTo(tflops, 1)
  })

  it('count a copied byte as read and as written', () => {
    expect(copyGbPerS(128 * 1024 * 1024, 0.266)).toBeCloseTo(1_009, 0)
  })

  it('are the median, which neither a slow start nor a burst moves', () => {
    expect(medianOf([9, 1.01, 1, 1.02, 0.2])).toBe(1.01)
    expect(medianOf([])).toBeUndefined()
  })
})

it('counts each multiply-add of the kernel as two operations', () => {
  expect(fp32Ptx.match(/fma\.rn\.f32 /g)?.length).toBe(operationsPerTurn / 2)
})

it('takes at most a quarter of the free memory and 256 MiB for both blocks', () => {
  expect(blockBytesOf(80 * 1024 ** 3)).toBe(128 * 1024 ** 2)
  expect(blockBytesOf(400 * 1024 ** 2)).toBe(50 * 1024 ** 2)
  expect(blockBytesOf(1_000)).toBe(0)
})

it('writes the id of a GPU as nvidia-smi does', () => {
  const text = '5a8e6b1c3f0d9c417e2ad0c6b7f81e55'
  const bytes = Buffer.from(text, 'hex')
  expect(uuidText(bytes)).toBe('GPU-5a8e6b1c-3f0d-9c41-7e2a-d0c6b7f81e55')
})
