import { useQuery } from '@tanstack/react-query'
import { announcementsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { AnnouncementLine } from '../../ui/components/announcement-line.tsx'
import { reportHeight } from './report-height.ts'
import styles from './system.module.css'
import { useDismissed } from './use-dismissed.ts'

/** The operator's announcements above every screen; each can be dismissed once per browser. */
export function Announcements() {
  const { data = [] } = useQuery(announcementsQuery(useClient()))
  const [dismissed, dismiss] = useDismissed()
  const shown = data.filter(({ id }) => !dismissed.includes(id))
  if (shown.length === 0) return null
  return (
    <section ref={reportHeight} aria-label="Announcements" className={styles.announcements}>
      {shown.map(({ id, level, text }) => (
        <AnnouncementLine key={id} level={level} text={text} dismiss={() => dismiss(id)} />
      ))}
    </section>
  )
}
