import { endpoint } from '../core/endpoint.ts'

export const privacy = {
  exportData: endpoint({
    method: 'GET',
    path: '/api/user/export',
    auth: 'session',
    proof: 'recent',
    summary: 'Everything that is kept of you, as one JSON document',
    transport: 'file',
    perMinute: 5,
  }),
  closeAccount: endpoint({
    method: 'DELETE',
    path: '/api/user',
    auth: 'session',
    proof: 'recent',
    summary:
      'Delete the account for good. What money records must keep stays without a name; refused while something of it still runs',
    errors: ['account_in_use', 'last_owner'],
    perMinute: 5,
  }),
} as const
