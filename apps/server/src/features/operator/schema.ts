import type { AnnouncementId } from '@gridloom/contract/core/ids'
import type { Announcement } from '@gridloom/contract/system/announcement'
import type { Generated } from 'kysely'

/** The tables of `migrations/0055-operator.sql`. A type, not an interface, as Kysely requires. */
export type OperatorTables = {
  announcements: {
    id: AnnouncementId
    level: Announcement['level']
    text: string
    starts_at: Date
    ends_at: Date | null
    withdrawn_at: Date | null
    published_state: 'scheduled' | 'now' | 'ended'
    by_mail: boolean
    mailed_up_to: Generated<string>
    mailed_at: Date | null
  }
}
