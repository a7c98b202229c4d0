import { keys } from '../../api/query-keys.ts'

/** Cache keys of the queries that only the operator may run. */
export const operatorKeys = {
  settings: [...keys.operator, 'settings'],
  users: [...keys.operator, 'users'],
  userPage: (query: object) => [...keys.operator, 'users', query],
  accessCodes: [...keys.operator, 'access-codes'],
  promoCodes: [...keys.operator, 'promo-codes'],
  media: [...keys.operator, 'media'],
  affiliate: [...keys.operator, 'affiliate'],
  missions: [...keys.operator, 'missions'],
  rewards: [...keys.operator, 'rewards'],
  reconciliations: [...keys.operator, 'reconciliations'],
  machines: [...keys.operator, 'machines'],
  machinePage: (query: object) => [...keys.operator, 'machines', query],
  maintenance: [...keys.operator, 'maintenance'],
  storage: [...keys.operator, 'storage'],
  announcements: [...keys.operator, 'announcements'],
  auditPage: (query: object) => [...keys.operator, 'audit', query],
} as const
