import { keys } from '../../../api/query-keys.ts'

/** Query keys of companies. They are nested under the details, so that an account event refetches all of them. */
export const companyKeys = {
  invitations: [...keys.details, 'invitations'],
  one: (id: string) => [...keys.companies, id],
  overview: (id: string) => [...keys.companies, id, 'overview'],
  spends: (id: string) => [...keys.companies, id, 'spend'],
  spend: (id: string, days: number) => [...keys.companies, id, 'spend', days],
  apiKeys: (id: string) => [...keys.companies, id, 'keys'],
} as const
