import type { Invitation } from '@gridloom/contract/companies/company'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { roleWords } from '../../shared/companies/role-words.ts'
import { RemoveButton } from '../../shared/components/remove-button.tsx'
import { Section } from '../../ui/components/section.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { useAcceptInvitation } from './api/accept-invitation.ts'
import { invitationsQuery } from './api/company-queries.ts'
import { useDeclineInvitation } from './api/decline-invitation.ts'
import styles from './company.module.css'

const columns: readonly Column[] = [
  { text: 'Company' },
  { text: 'Role' },
  { text: 'Invited by' },
  { text: 'Expires' },
  { text: 'Actions', head: 'hidden' },
]

/** The user's pending invitations; renders nothing if there are none. */
export function MyInvitations() {
  const invitations = useQuery(invitationsQuery(useClient()))
  if (invitations.isError) {
    return (
      <Section title="Invitations" inset="flush">
        <ErrorState
          title="Your invitations could not be loaded"
          error={invitations.error}
          retry={() => void invitations.refetch()}
        />
      </Section>
    )
  }
  if (invitations.data === undefined || invitations.data.length === 0) return null
  return (
    <Section title="Invitations" note="pending" inset="flush">
      <Table label="Pending invitations" columns={columns}>
        {invitations.data.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} />
        ))}
      </Table>
    </Section>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const accept = useAcceptInvitation()
  const decline = useDeclineInvitation()
  const { company_name: name, role } = invitation
  return (
    <tr>
      <RowHead>
        <span className={styles.name}>{name}</span>
      </RowHead>
      <Cell label="Role">
        {roleWords[role].word}
        <div className={styles.sub}>{roleWords[role].hint}</div>
      </Cell>
      <Cell label="Invited by">{invitation.invited_by}</Cell>
      <Cell label="Expires">
        <TimeAgo at={invitation.expires_at} />
      </Cell>
      <Cell holds="buttons">
        <span className={styles.buttons}>
          <RemoveButton
            thing={invitation}
            word="Decline"
            name={`the invitation to ${name}`}
            confirmWord="Decline invitation"
            done={`You declined ${name}`}
            remove={decline}
          >
            To join {name} later, you need a new invitation.
          </RemoveButton>
          <Button
            size="xs"
            variant="filled"
            loading={accept.isPending}
            onClick={() => accept.mutate(invitation)}
            aria-label={`Accept the invitation to ${name}`}
          >
            Accept
          </Button>
        </span>
      </Cell>
    </tr>
  )
}
