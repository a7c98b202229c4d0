import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { findNotice } from './notices-store.ts'
import { noticesPersonalData } from './personal-data-store.ts'

/** Notices that users read in the app and by email. */
export const noticesFeature: Feature<Ctx> = {
  name: 'notices',
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
