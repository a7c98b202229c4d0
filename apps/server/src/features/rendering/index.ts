export { createRenderingServices } from './create-rendering-services.ts'
export type { RenderingCtx } from './ctx.ts'
export { renderingFeature } from './feature.ts'
export type { UploadingCtx } from './uploads/ctx.ts'
