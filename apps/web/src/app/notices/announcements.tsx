import type { Announcement } from '@gridloom/contract/operator'
import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { announcementsQuery } from '../../lib/api/queries.ts'
import { useClient } from '../../lib/runtime.tsx'
import styles from './notices.module.css'
import { useDismissed } from './use-dismissed.ts'

const icons = { info: IconSpeakerphone, warning: IconAlertTriangle } as const

/** What the operator announces, above every screen; each is put away once for this browser. */
export function Announcements() {
  const { data = [] } = useQuery(announcementsQuery(useClient()))
  const [dismissed, dismiss] = useDismissed()
  const shown = data.filter(({ id }) => !dismissed.includes(id))
  if (shown.length === 0) return null
  return (
    <section aria-label="Announcements" className={styles.announcements}>
      {shown.map((announcement) => (
        <Line key={announcement.id} announcement={announcement} dismiss={dismiss} />
      ))}
    </section>
  )
}

interface LineProps {
  announcement: Announcement
  dismiss: (id: string) => void
}

function Line({ announcement: { id, level, text }, dismiss }: LineProps) {
  const Icon = icons[level]
  return (
    <div className={styles.announcement} data-level={level}>
      <Icon size={16} aria-hidden />
      <p>{text}</p>
      <CloseButton size="sm" aria-label="Dismiss announcement" onClick={() => dismiss(id)} />
    </div>
  )
}
