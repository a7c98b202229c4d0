export type { RenderingCtx } from './ctx.ts'
