import { keys } from '../../../api/query-keys.ts'

/** Where what is known of companies lives; below the details, so that whatever is told of the account asks for all anew. */
export const companyKeys = {
  invitations: [...keys.details, 'invitations'],
  one: (id: string) => [...keys.companies, id],
  overview: (id: string) => [...keys.companies, id, 'overview'],
  spends: (id: string) => [...keys.companies, id, 'spend'],
  spend: (id: string, days: number) => [...keys.companies, id, 'spend', days],
  apiKeys: (id: string) => [...keys.companies, id, 'keys'],
} as const
