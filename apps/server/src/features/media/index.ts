export type { MediaCtx } from './ctx.ts'
export { mediaFeature } from './feature.ts'
export { listCreatives, type PublishedCreative } from './library/creatives.ts'
export { listPublishedPost, unlistPublishedPost } from './library/list-posts.ts'
export {
  findUsableMedia,
  type NamedMedium,
  showNamedMedia,
  type UsableMedium,
} from './library/media-of-posts.ts'
