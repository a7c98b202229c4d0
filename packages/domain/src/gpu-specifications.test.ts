import { describe, expect, it } from 'vitest'
import { gpuSpecification, plausibleMost } from './gpu-specifications.ts'

describe('the specification of a GPU', () => {
  it.each([
    ['NVIDIA GeForce RTX 4090', 82.6, 1_008],
    ['NVIDIA A100-SXM4-80GB', 19.5, 2_039],
    ['Tesla V100-SXM2-16GB', 15.7, 900],
    ['NVIDIA H100 80GB HBM3', 66.9, 3_352],
    ['NVIDIA RTX 6000 Ada Generation', 91.1, 960],
  ])('is found by the name that its driver gives it: %s', (model, tflops, bandwidth) => {
    expect(gpuSpecification(model)).toEqual({
      gpu_tflops_fp32: tflops,
      gpu_memory_bandwidth_gb_s: bandwidth,
    })
  })

  it.each(['NVIDIA GeForce RTX 4090 Laptop GPU', 'GeForce 256', ''])(
    'is not that of another model: %s',
    (model) => {
      expect(gpuSpecification(model)).toBeNull()
    },
  )
})

describe('a plausible figure', () => {
  it('is at most a fifth above the specification', () => {
    expect(plausibleMost('NVIDIA L40S', 'gpu_tflops_fp32')).toBeCloseTo(109.92)
    expect(plausibleMost('NVIDIA GeForce RTX 4090', 'gpu_memory_bandwidth_gb_s')).toBeCloseTo(
      1_209.6,
    )
  })

  it('allows the clocks that GeForce boards reach beyond theirs', () => {
    // 4,352 lanes × 2 operations × 1,995 MHz, as cooled boards run.
    expect(plausibleMost('NVIDIA GeForce RTX 2080 Ti', 'gpu_tflops_fp32')).toBeGreaterThan(17.4)
  })

  it('of an unknown model is bounded by what exists', () => {
    expect(plausibleMost('Some GPU', 'gpu_tflops_fp32')).toBe(200)
  })
})
