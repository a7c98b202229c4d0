export type { RenderingCtx } from './ctx.ts'
export { countRendering, readRenderBurn, readRenderKeySpend } from './jobs/spend-store.ts'
