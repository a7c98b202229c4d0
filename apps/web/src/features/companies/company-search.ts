import type { Company } from '@gridloom/contract/companies/company'

/** The search parameters of the page's URL. */
export interface CompanySearch {
  /** The id of the shown company. */
  company?: string | undefined
  /** The number of days whose spend is shown. */
  days?: number | undefined
}

/** The selectable periods of spend, in days. */
export const spans = [30, 90, 365] as const
export type SpendSpan = (typeof spans)[number]

/** Reads the search parameters; unknown and malformed ones are dropped. */
export function readCompanySearch({ company, days }: Record<string, unknown>): CompanySearch {
  return {
    ...(typeof company === 'string' ? { company } : {}),
    ...(typeof days === 'number' ? { days } : {}),
  }
}

export function spendSpan({ days }: CompanySearch): SpendSpan {
  return spans.find((span) => span === days) ?? 30
}

interface Wanted {
  /** The company that the URL names. */
  asked: string | undefined
  /** The company that the session works for. */
  activeId: string | undefined
}

/** Returns the company to show: the one in the URL, else the session's, else the first. */
export function chooseCompany(
  companies: readonly Company[],
  { asked, activeId }: Wanted,
): Company | undefined {
  const withId = (wanted: string | undefined) => companies.find(({ id }) => id === wanted)
  return withId(asked) ?? withId(activeId) ?? companies[0]
}
