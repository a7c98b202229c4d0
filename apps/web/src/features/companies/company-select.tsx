import type { Company } from '@gridloom/contract/companies/company'
import { Select } from '@mantine/core'
import type { CompanySearch } from './company-search.ts'

interface CompanySelectProps {
  companies: readonly Company[]
  shown: Company | undefined
  turnTo: (change: CompanySearch) => void
}

/** Selects one of several companies. */
export function CompanySelect({ companies, shown, turnTo }: CompanySelectProps) {
  if (shown === undefined || companies.length < 2) return null
  return (
    <Select
      aria-label="Company"
      w={180}
      data={companies.map(({ id, name }) => ({ value: id, label: name }))}
      value={shown.id}
      allowDeselect={false}
      onChange={(company) => company !== null && turnTo({ company })}
    />
  )
}
