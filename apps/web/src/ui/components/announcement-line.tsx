import type { Announcement } from '@gridloom/contract/system/announcement'
import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconSpeakerphone } from '@tabler/icons-react'
import styles from './announcement-line.module.css'

const icons = { info: IconSpeakerphone, warning: IconAlertTriangle } as const

interface AnnouncementLineProps extends Pick<Announcement, 'level' | 'text'> {
  /** Dismisses it; omitted in a preview. */
  dismiss?: () => void
}

/** An announcement as users see it. */
export function AnnouncementLine({ level, text, dismiss }: AnnouncementLineProps) {
  const Icon = icons[level]
  return (
    <div className={styles.announcement} data-level={level}>
      <Icon size={16} aria-hidden />
      <p>{text}</p>
      {dismiss && <CloseButton size="sm" aria-label="Dismiss announcement" onClick={dismiss} />}
    </div>
  )
}
