import type { CompanyOverview, Invitation } from '@gridloom/contract/companies/company'
import { mayInvite } from '@gridloom/domain/company-roles'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { roleWords } from '../../../shared/companies/role-words.ts'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { useWithdrawInvitation } from '../api/withdraw-invitation.ts'
import styles from '../company.module.css'
import { InviteDialog } from './invite-dialog.tsx'

const columns: readonly Column[] = [
  { text: 'Email' },
  { text: 'Role' },
  { text: 'Invited by' },
  { text: 'Expires' },
  { text: 'Actions', head: 'hidden' },
]

/** The pending invitations, with the button that sends another. */
export function Invitations({ company }: { company: CompanyOverview }) {
  const [opened, { open, close }] = useDisclosure(false)
  const invite = (variant: 'default' | 'filled') => (
    <Button variant={variant} onClick={open}>
      Invite member
    </Button>
  )
  const { invitations } = company
  return (
    <Section
      title="Invitations"
      inset="flush"
      actions={invitations.length > 0 && invite('default')}
    >
      {invitations.length === 0 ? (
        <EmptyState
          icon={<IconMail size={20} stroke={1.6} />}
          title="No pending invitations"
          action={invite('filled')}
        >
          Invitations that you send by email appear here until they are accepted.
        </EmptyState>
      ) : (
        <Table label="Invitations" columns={columns}>
          {invitations.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} by={company.role} />
          ))}
        </Table>
      )}
      {opened && <InviteDialog company={company} close={close} />}
    </Section>
  )
}

interface RowProps {
  invitation: Invitation
  /** The viewer's role. */
  by: CompanyOverview['role']
}

function Row({ invitation, by }: RowProps) {
  const withdraw = useWithdrawInvitation()
  const { email, role } = invitation
  return (
    <tr>
      <RowHead>
        <span className={styles.name}>{email}</span>
      </RowHead>
      <Cell label="Role">{roleWords[role].word}</Cell>
      <Cell label="Invited by">{invitation.invited_by}</Cell>
      <Cell label="Expires">
        <TimeAgo at={invitation.expires_at} />
      </Cell>
      <Cell holds="buttons">
        {mayInvite(by, role) && (
          <RemoveButton
            thing={invitation}
            word="Withdraw"
            name={`the invitation of ${email}`}
            confirmWord="Withdraw invitation"
            done={`The invitation of ${email} was withdrawn`}
            remove={withdraw}
          >
            The invitation sent to {email} stops working. You can invite them again.
          </RemoveButton>
        )}
      </Cell>
    </tr>
  )
}
