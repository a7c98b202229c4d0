import type { Ctx } from '../../platform/ctx.ts'
import type { NoticeCtx } from '../notices/index.ts'

/** The context of this feature: it tells accounts of their tier. */
export type TiersCtx = Ctx & NoticeCtx
