import type { OperatorAnnouncement } from '@gridloom/contract/operator/announcement'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { allAnnouncementsQuery } from '../api/operator-queries.ts'
import { useWithdrawAnnouncement } from '../api/withdraw-announcement.ts'
import styles from '../operator.module.css'
import { AnnounceDialog } from './announce-dialog.tsx'
import { announcementState, mailWords } from './announcement-words.ts'

const columns: readonly Column[] = [
  { text: 'Text' },
  { text: 'Status' },
  { text: 'From' },
  { text: 'Ends' },
  { text: 'Email' },
  { text: 'Actions', head: 'hidden' },
]

/** Current, past and scheduled announcements, and the button for a new one. */
export function AllAnnouncements() {
  const announcements = useQuery(allAnnouncementsQuery(useClient()))
  const [opened, { open, close }] = useDisclosure(false)
  const write = (variant: 'default' | 'filled') => (
    <Button variant={variant} onClick={open}>
      New announcement
    </Button>
  )
  const hasSome = announcements.data !== undefined && announcements.data.length > 0
  return (
    <Section title="All announcements" inset="flush" actions={hasSome && write('default')}>
      <Loaded query={announcements} what="the announcements">
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconSpeakerphone size={20} stroke={1.6} />}
              title="No announcements yet"
              action={write('filled')}
            >
              Announcements, shown at the top of every page and sent by email if you like, appear
              here.
            </EmptyState>
          ) : (
            <Table label="Announcements" columns={columns}>
              {list.map((announcement) => (
                <Row key={announcement.id} announcement={announcement} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {opened && <AnnounceDialog close={close} />}
    </Section>
  )
}

function Row({ announcement }: { announcement: OperatorAnnouncement }) {
  const { level, text, state, starts_at: from, ends_at: until, mail } = announcement
  const isOver = state === 'ended' || state === 'withdrawn'
  return (
    <tr>
      <RowHead>
        <div className={styles.said}>{text}</div>
        <div className={styles.sub}>{level === 'warning' ? 'Warning' : 'Information'}</div>
      </RowHead>
      <Cell label="Status">
        <StatusBadge {...announcementState(state)} look="plain" />
      </Cell>
      <Cell label="From">
        <TimeAgo at={from} />
      </Cell>
      <Cell label="Ends">{until === null ? 'When withdrawn' : <TimeAgo at={until} />}</Cell>
      <Cell label="Email">{mailWords[mail]}</Cell>
      <Cell holds="buttons">{!isOver && <Withdraw announcement={announcement} />}</Cell>
    </tr>
  )
}

function Withdraw({ announcement }: { announcement: OperatorAnnouncement }) {
  return (
    <RemoveButton
      thing={announcement}
      word="Withdraw"
      name={`“${announcement.text.slice(0, 40)}”`}
      confirmWord="Withdraw announcement"
      done="Announcement withdrawn"
      remove={useWithdrawAnnouncement()}
    >
      It disappears from every open page immediately. Emails that were already sent can’t be
      recalled.
    </RemoveButton>
  )
}
