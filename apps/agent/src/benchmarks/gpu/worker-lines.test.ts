import { expect, it } from 'vitest'
import { parseWorkerLines } from './worker-lines.ts'

const figure = { gpu_uuid: 'GPU-1', kind: 'gpu_tflops_fp32', value: 82.1 }

it('reads figures and failures, and skips what a driver prints', () => {
  const output = [
    'libcuda: warning',
    '{"ready":true}',
    JSON.stringify(figure),
    '{"gpu_uuid":"GPU-2","failed":"CUDA_ERROR_OUT_OF_MEMORY"}',
    '{"gpu_uuid":"GPU-1","kind":"gpu_tfl',
  ].join('\n')
  expect(parseWorkerLines(output)).toEqual(
    [{ ready: true }, figure, { gpu_uuid: 'GPU-2', failed: 'CUDA_ERROR_OUT_OF_MEMORY' }].map(
      (line) => expect.objectContaining(line),
    ),
  )
})

it.each([
  { ...figure, value: 0 },
  { ...figure, value: 1e9 },
  { ...figure, kind: 'gpu_dreams' },
  { ...figure, gpu_uuid: 'x'.repeat(200) },
])('takes no figure that cannot be: %j', (line) => {
  expect(parseWorkerLines(JSON.stringify(line))).toEqual([])
})

it('reads a bounded number of lines', () => {
  expect(parseWorkerLines(`${JSON.stringify(figure)}\n`.repeat(10_000)).length).toBeLessThan(400)
})
