import type { CompanyRole } from '@gridloom/contract/companies/company-role'

/** Name of each company role, and what it allows. */
export const roleWords: Readonly<Record<CompanyRole, { word: string; hint: string }>> = {
  owner: { word: 'Owner', hint: 'Full access, including closing the company' },
  admin: {
    word: 'Admin',
    hint: 'Invites members, adds credit, sets the budget, requests payouts, sees all spending',
  },
  member: { word: 'Member', hint: 'Rents, hosts and spends for the company' },
}
