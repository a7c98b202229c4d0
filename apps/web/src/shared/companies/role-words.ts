import type { CompanyRole } from '@gridloom/contract/companies/company-role'

/** A role in a company as a word, and what it lets somebody do. */
export const roleWords: Readonly<Record<CompanyRole, { word: string; hint: string }>> = {
  owner: { word: 'Owner', hint: 'Full access, including closing the company' },
  admin: { word: 'Admin', hint: 'Invites members, adds credit, sees all spending' },
  member: { word: 'Member', hint: 'Rents, hosts and spends for the company' },
}
