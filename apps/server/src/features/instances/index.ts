export { countInstances } from './count-instances.ts'
export type { InstancesCtx } from './ctx.ts'
export { expireDisks } from './expire-disks.ts'
export { handleMessage } from './handle-message.ts'
export { instanceQuota } from './instance-quota.ts'
export { readBurn, renewSshKeys } from './instances-store.ts'
export {
  addKeySpends,
  budgetExceeded,
  type KeySpend,
  type KeySpendCtx,
  lockBudgetLeft,
  refuseBeyondBudget,
} from './key-budget.ts'
export { readKeySpend } from './key-spend-store.ts'
export { loseSilent } from './lose-silent.ts'
export { findNotice } from './notices-store.ts'
export { type NoticeCtx, publishNotice } from './publish-notice.ts'
export { readInstance } from './read-instance.ts'
export { logReadsAtOnce } from './read-logs.ts'
export { instanceRoutes } from './routes.ts'
export { tidyInstances } from './tidy-instances.ts'
