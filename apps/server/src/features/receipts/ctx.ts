import type { Ctx } from '../../platform/ctx.ts'
import type { ReputationAdapters } from '../reputation/index.ts'

/** The context of this feature: receipts are signed with the key that signs facts about machines. */
export type ReceiptsCtx = Ctx & Pick<ReputationAdapters, 'evidenceSigner'>
