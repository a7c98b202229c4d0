export { closeTabsOf } from './close-tabs.ts'
export { createTabs } from './create-tabs.ts'
export type { MoneyCtx } from './ctx.ts'
export { readTabKeySpend } from './key-spend-store.ts'
