import { endpoint } from '../core/endpoint.ts'
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
} as const
