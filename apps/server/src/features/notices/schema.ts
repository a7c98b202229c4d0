import type { AccountId, InstanceId, RenderJobId } from '@gridloom/contract/core/ids'
import type { Notice } from '@gridloom/contract/system/notice'

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
}
