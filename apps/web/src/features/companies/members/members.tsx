import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { useAuth } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { type Column, Table } from '../../../ui/components/table.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { MemberRow } from './member-row.tsx'

const columns: readonly Column[] = [
  { text: 'Member' },
  { text: 'Role' },
  { text: 'Since' },
  { text: 'Spent this month', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

/** The members of a company with their roles and spend. */
export function Members({ company }: { company: CompanyOverview }) {
  const myId = useAuth(({ user }) => user?.account_id)
  return (
    <Section title="Members" note={plural(company.member_list.length, 'member')} inset="flush">
      <Table label="Members" columns={columns}>
        {company.member_list.map((member) => (
          <MemberRow
            key={member.account_id}
            company={company}
            member={member}
            who={member.account_id === myId ? 'oneself' : 'another'}
          />
        ))}
      </Table>
    </Section>
  )
}
