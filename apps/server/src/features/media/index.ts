export type { MediaCtx } from './ctx.ts'
export { mediaFeature } from './feature.ts'
export { listPublishedPost, unlistPublishedPost } from './library/list-posts.ts'
export {
  findUsableMedia,
  type NamedMedium,
  showNamedMedia,
  type UsableMedium,
} from './library/media-of-posts.ts'
