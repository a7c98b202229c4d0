import type { Company } from '@gridloom/contract/companies/company'

/** What the address of the page may hold. */
export interface CompanySearch {
  /** The id of the company that is looked at. */
  company?: string | undefined
  /** How many days of spend are shown. */
  days?: number | undefined
}

/** The spans of spend that can be looked at, in days. */
export const spans = [30, 90, 365] as const
export type Span = (typeof spans)[number]

/** Keeps what the page understands. */
export function readCompanySearch({ company, days }: Record<string, unknown>): CompanySearch {
  return {
    ...(typeof company === 'string' ? { company } : {}),
    ...(typeof days === 'number' ? { days } : {}),
  }
}

export function spanOf({ days }: CompanySearch): Span {
  return spans.find((span) => span === days) ?? 30
}

interface Wanted {
  /** The one that the address names. */
  asked: string | undefined
  /** The one that the session works for. */
  actingFor: string | undefined
}

/** The company that is shown: the address's, else the session's, else the first. */
export function chooseCompany(
  companies: readonly Company[],
  { asked, actingFor }: Wanted,
): Company | undefined {
  const withId = (wanted: string | undefined) => companies.find(({ id }) => id === wanted)
  return withId(asked) ?? withId(actingFor) ?? companies[0]
}
