import { endpoint } from '../core/endpoint.ts'

export const privacy = {
  exportData: endpoint({
    method: 'GET',
    path: '/api/user/export',
    auth: 'session',
    reauth: 'recent',
    title: 'Export account data',
    summary: 'Export all your data as one JSON document',
    transport: 'file',
    files: ['application/json'],
    perMinute: 5,
  }),
  closeAccount: endpoint({
    method: 'DELETE',
    path: '/api/user',
    auth: 'session',
    reauth: 'recent',
    title: 'Delete account',
    summary:
      'Delete the account permanently. Financial records are kept anonymously; rejected while any of its resources are running',
    errors: ['account_in_use', 'last_owner'],
    perMinute: 5,
  }),
} as const
