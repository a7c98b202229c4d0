import type { CompanyOverview, Member } from '@gridloom/contract/companies/company'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Cell, RowHead } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { useLeaveCompany } from '../api/leave-company.ts'
import { useRemoveMember } from '../api/remove-member.ts'
import styles from '../company.module.css'
import { rightsOver } from './member-rights.ts'
import { RoleSelect } from './role-select.tsx'

interface MemberRowProps {
  company: CompanyOverview
  member: Member
  who: 'oneself' | 'another'
}

/** One member, with the controls that the viewer's role allows. */
export function MemberRow({ company, member, who }: MemberRowProps) {
  const { roles, removal } = rightsOver(company, member, who)
  const { spent_this_month_micro_usd: spent } = member
  return (
    <tr>
      <RowHead>
        <span className={styles.name}>{member.name ?? member.username}</span>
        {who === 'oneself' && ' (you)'}
        <div className={styles.sub}>{member.email}</div>
      </RowHead>
      <Cell label="Role">
        <RoleSelect company={company} member={member} roles={roles} who={who} />
      </Cell>
      <Cell label="Since">
        <TimeAgo at={member.joined_at} />
      </Cell>
      <Cell label="Spent this month" align="number">
        {spent === null ? '–' : <Money microUsd={spent} />}
      </Cell>
      <Cell holds="buttons">
        {removal === 'good' && who === 'another' && <Remove company={company} member={member} />}
        {removal === 'good' && who === 'oneself' && <Leave company={company} member={member} />}
        {removal === 'last_owner' && <span className={styles.sub}>Last owner can’t leave</span>}
      </Cell>
    </tr>
  )
}

type Both = Pick<MemberRowProps, 'company' | 'member'>

function Remove({ company, member }: Both) {
  const called = member.name ?? member.username
  return (
    <RemoveButton
      thing={member}
      word="Remove"
      name={called}
      confirmWord="Remove member"
      done={`${called} was removed`}
      remove={useRemoveMember(company.id)}
    >
      {called} loses access to {company.name}, and the API keys they created for it are revoked.
      Running work continues.
    </RemoveButton>
  )
}

function Leave({ company, member }: Both) {
  return (
    <RemoveButton
      thing={member}
      word="Leave"
      name={company.name}
      confirmWord="Leave company"
      done={`You left ${company.name}`}
      remove={useLeaveCompany(company.id)}
    >
      You lose access to {company.name}, and the API keys you created for it are revoked. Running
      work continues. To rejoin, you need a new invitation.
    </RemoveButton>
  )
}
