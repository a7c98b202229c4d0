export { forgetLost, reportBack, reportLost } from './digest/report-lost.ts'
export { sendDigests } from './digest/send-digests.ts'
export { noticesFeature } from './feature.ts'
export { type NewNotice, type NoticeCtx, publishNotice } from './publish-notice.ts'
