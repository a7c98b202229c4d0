import { endpoint } from '../core/endpoint.ts'
import { Dashboard } from './dashboard.ts'

export const dashboard = {
  read: endpoint({
    method: 'GET',
    path: '/api/dashboard',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve dashboard',
    summary:
      'Retrieve what your machines earned, how long they were connected and how much they were rented, and what you spent by label',
    response: Dashboard,
    perMinute: 60,
  }),
} as const
