import { expect, it } from 'vitest'
import { sampleId } from '../../testing/samples.ts'
import { readGpuSearch } from './gpu-search.ts'

it('the open history is in the URL, and what is no history is dropped', () => {
  const machine = sampleId('mch', 1)
  expect(readGpuSearch({ machine, gpu: 'GPU-1', span: 'month' })).toEqual({
    machine,
    gpu: 'GPU-1',
    span: 'month',
  })
  expect(readGpuSearch({ machine: '<x>', gpu: 'GPU-1', span: 'year' })).toEqual({})
  expect(readGpuSearch({ gpu: 'GPU-1' })).toEqual({})
})
