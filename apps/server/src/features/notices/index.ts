export { noticesFeature } from './feature.ts'
export { type NewNotice, type NoticeCtx, publishNotice } from './publish-notice.ts'
