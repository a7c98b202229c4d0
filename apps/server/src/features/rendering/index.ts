export type { RenderingCtx } from './ctx.ts'
export { countRendering, readRenderBurn, readRenderKeySpend } from './jobs/spend-store.ts'
export { createPictures } from './pictures/picture-processes.ts'
