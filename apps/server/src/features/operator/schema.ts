import type { AccessCodeId, AnnouncementId } from '@gridloom/contract/core/ids'
import type { AccessCode } from '@gridloom/contract/operator/access-code'
import type { Announcement } from '@gridloom/contract/system/announcement'
import type { Generated } from 'kysely'

/** The tables of `migrations/0055-operator.sql`. A type, as Kysely asks. */
export type OperatorTables = {
  access_codes: {
    id: AccessCodeId
    hash: string
    label: AccessCode['label']
    uses: Generated<number>
    uses_max: number | null
    expires_at: Date | null
    revoked_at: Date | null
    created_at: Date
  }
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
