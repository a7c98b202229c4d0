import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { sendDigests } from './digest/send-digests.ts'
import { findNotice } from './notices-store.ts'
import { noticesPersonalData } from './personal-data-store.ts'
import type { NoticeCtx } from './publish-notice.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    notice: 'stored'
  }
}

const digestsEveryMs = 30_000

/** Notices that users read in the app and by email. */
export const noticesFeature: Feature<Ctx & NoticeCtx> = {
  name: 'notices',
  loops: [{ name: 'lost instances', everyMs: digestsEveryMs, run: sendDigests }],
  personalData: noticesPersonalData,
  topics: {
    notice: {
      scope: 'instances:read',
      async show(ctx, { subject }) {
        const notice = await findNotice(ctx.db, accountOf(ctx).accountId, subject)
        return notice && { event: 'notice', data: notice }
      },
    },
  },
}
