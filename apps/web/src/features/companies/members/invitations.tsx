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
  { text: 'Address' },
  { text: 'As' },
  { text: 'By' },
  { text: 'Ends' },
  { text: 'Actions', head: 'hidden' },
]

/** Who is invited and has not answered, and what invites one more. */
export function Invitations({ company }: { company: CompanyOverview }) {
  const [opened, { open, close }] = useDisclosure(false)
  const invite = <Button onClick={open}>Invite somebody</Button>
  const { invitations } = company
  return (
    <Section title="Invitations" inset="flush" actions={invitations.length > 0 && invite}>
      {invitations.length === 0 ? (
        <EmptyState
          icon={<IconMail size={20} stroke={1.6} />}
          title="Nobody is invited"
          action={invite}
        >
          An invitation goes out by mail, and waits for whoever proves that address here.
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
  /** The reader's role. */
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
      <Cell label="As">{roleWords[role].word}</Cell>
      <Cell label="By">{invitation.invited_by}</Cell>
      <Cell label="Ends">
        <TimeAgo at={invitation.expires_at} />
      </Cell>
      <Cell holds="buttons">
        {mayInvite(by, role) && (
          <RemoveButton
            thing={invitation}
            word="Withdraw"
            name={`the invitation of ${email}`}
            confirmWord="Withdraw invitation"
            done={`The invitation of ${email} is withdrawn`}
            remove={withdraw}
          >
            It disappears for {email}, whatever the letter says. You can invite them again.
          </RemoveButton>
        )}
      </Cell>
    </tr>
  )
}
