import type { AccountId, InstanceId, RenderJobId } from '@gridloom/contract/core/ids'
import type { Notice } from '@gridloom/contract/notices/notice'

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type NoticeTables = {
  notices: {
    key: string
    account_id: AccountId
    level: Notice['level']
    text: string
    instance_id: InstanceId | null
    render_job_id: RenderJobId | null
    at: Date
  }
  lost_alerts: {
    account_id: AccountId
    instance_id: InstanceId
    name: string
    lost_at: Date
    notified_at: Date | null
    back_at: Date | null
  }
  lost_digests: { account_id: AccountId; sent_at: Date }
}
