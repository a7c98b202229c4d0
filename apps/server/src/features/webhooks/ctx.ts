import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Outside } from '../../platform/outbound/outside.ts'
import type { NoticeCtx } from '../notices/index.ts'

/** The adapters that this feature makes. */
export interface WebhookAdapters {
  /** The rules for the addresses of receivers. */
  readonly receivers: Outside
}

/** The context of this feature. */
export interface WebhooksCtx extends Ctx, NoticeCtx, WebhookAdapters {
  readonly changes: Pick<Changes, 'subscribe'>
}
