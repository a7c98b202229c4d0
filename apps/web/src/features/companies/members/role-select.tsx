import type { CompanyOverview, Member } from '@gridloom/contract/companies/company'
import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { roleWords } from '../../../shared/companies/role-words.ts'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { useChangeMember } from '../api/change-member.ts'

interface RoleSelectProps {
  company: CompanyOverview
  member: Member
  /** The roles that the viewer may give; with the current one alone, the role cannot be changed. */
  roles: readonly CompanyRole[]
  who: 'oneself' | 'another'
}

/** Shows a member's role and changes it where allowed. Giving up one's own role needs confirmation. */
export function RoleSelect({ company, member, roles, who }: RoleSelectProps) {
  const change = useChangeMember(company.id)
  const [wanted, setWanted] = useState<CompanyRole>()
  if (roles.length < 2) return roleWords[member.role].word
  const give = (role: CompanyRole) => change.mutate({ accountId: member.account_id, role })

  function choose(role: CompanyRole | null): void {
    if (role === null || role === member.role) return
    if (who === 'oneself') setWanted(role)
    else give(role)
  }

  return (
    <>
      <Select
        size="xs"
        w={120}
        aria-label={`Role of ${member.name ?? member.username}`}
        data={CompanyRole.options
          .filter((role) => roles.includes(role))
          .map((role) => ({ value: role, label: roleWords[role].word }))}
        value={member.role}
        allowDeselect={false}
        disabled={change.isPending}
        onChange={choose}
      />
      <ConfirmDialog
        opened={wanted !== undefined}
        title={`Change your role to ${wanted === undefined ? '' : roleWords[wanted].word.toLowerCase()}?`}
        confirmWord="Change my role"
        onConfirm={() => {
          if (wanted !== undefined) give(wanted)
          setWanted(undefined)
        }}
        onClose={() => setWanted(undefined)}
      >
        You can’t undo this yourself. Another owner has to change your role back.
      </ConfirmDialog>
    </>
  )
}
