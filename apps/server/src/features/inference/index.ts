export { closeTabsOf, createTabs, readTabKeySpend } from './money/index.ts'
