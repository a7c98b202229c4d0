export { noticesFeature } from './feature.ts'
export { findNotice } from './notices-store.ts'
export { type NewNotice, type NoticeCtx, publishNotice } from './publish-notice.ts'
