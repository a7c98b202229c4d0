import { endpoint } from '../core/endpoint.ts'
import { GpuModels } from './gpu-model.ts'
import { Statistics } from './statistics.ts'

export const statistics = {
  read: endpoint({
    method: 'GET',
    path: '/api/statistics',
    auth: 'public',
    title: 'Retrieve installation totals',
    summary: 'Retrieve live totals: machines online, prices, frames and answers of today',
    response: Statistics,
    perMinute: 60,
  }),
  gpuModels: endpoint({
    method: 'GET',
    path: '/api/gpu-models',
    auth: 'public',
    title: 'List GPU models',
    summary:
      'List the models of GPUs on the market: counts, prices now, memory, drivers and scores',
    response: GpuModels,
    perMinute: 60,
  }),
} as const
