import { accountsFeature } from './features/accounts/index.ts'
import { affiliateFeature } from './features/affiliate/index.ts'
import { agentsFeature } from './features/agents/index.ts'
import { appsFeature } from './features/apps/index.ts'
import { auditFeature } from './features/audit/index.ts'
import { authFeature } from './features/auth/index.ts'
import { autoOrdersFeature } from './features/auto-orders/index.ts'
import { backupsFeature } from './features/backups/index.ts'
import { balanceAlertsFeature } from './features/balance-alerts/index.ts'
import { budgetsFeature } from './features/budgets/index.ts'
import { cardsFeature } from './features/cards/index.ts'
import { channelsFeature } from './features/channels/index.ts'
import { chatFeature } from './features/chat/index.ts'
import { clustersFeature } from './features/clusters/index.ts'
import { companiesFeature } from './features/companies/index.ts'
import { dashboardFeature } from './features/dashboard/index.ts'
import { depositsFeature } from './features/deposits/index.ts'
import { edgeFeature } from './features/edge/index.ts'
import { filesFeature } from './features/files/index.ts'
import { installersFeature } from './features/installers/index.ts'
import { instancesFeature } from './features/instances/index.ts'
import { invoicesFeature } from './features/invoices/index.ts'
import { keysFeature } from './features/keys/index.ts'
import { ledgerFeature } from './features/ledger/index.ts'
import { machinesFeature } from './features/machines/index.ts'
import { marketFeature } from './features/market/index.ts'
import { mediaFeature } from './features/media/index.ts'
import { missionsFeature } from './features/missions/index.ts'
import { modelsFeature } from './features/models/index.ts'
import { monitoringFeature } from './features/monitoring/index.ts'
import { noticesFeature } from './features/notices/index.ts'
import { operatorFeature } from './features/operator/index.ts'
import { payoutsFeature } from './features/payouts/index.ts'
import { portsFeature } from './features/ports/index.ts'
import { postsFeature } from './features/posts/index.ts'
import { pricesFeature } from './features/prices/index.ts'
import { privacyFeature } from './features/privacy/index.ts'
import { promoCodesFeature } from './features/promo-codes/index.ts'
import { receiptsFeature } from './features/receipts/index.ts'
import { reconciliationFeature } from './features/reconciliation/index.ts'
import { renderingFeature } from './features/rendering/index.ts'
import { reputationFeature } from './features/reputation/index.ts'
import { reservationsFeature } from './features/reservations/index.ts'
import { rewardsFeature } from './features/rewards/index.ts'
import { snapshotsFeature } from './features/snapshots/index.ts'
import { sshFeature } from './features/ssh/index.ts'
import { statisticsFeature } from './features/statistics/index.ts'
import { storageFeature } from './features/storage/index.ts'
import { systemFeature } from './features/system/index.ts'
import { templatesFeature } from './features/templates/index.ts'
import { tiersFeature } from './features/tiers/index.ts'
import { vatChecksFeature } from './features/vat-checks/index.ts'
import { volumesFeature } from './features/volumes/index.ts'
import { walletFeature } from './features/wallet/index.ts'
import { webhooksFeature } from './features/webhooks/index.ts'
import { allFeatures } from './platform/all-features.ts'
import type { Ctx } from './platform/ctx.ts'
import type { Topic } from './platform/events.ts'
import type { Feature } from './platform/feature.ts'
import { platformFeature } from './platform/platform-feature.ts'

/**
 * All features of the server, and the platform, which declares its own parts in the same way. Their order is the order
 * in which they create their services (agents before those that call them, models before chat), in which they handle
 * machines' reports (machines, then instances, then rendering) and in which they list what prevents closing an account.
 */
const list = [
  platformFeature,
  agentsFeature,
  accountsFeature,
  companiesFeature,
  keysFeature,
  budgetsFeature,
  authFeature,
  walletFeature,
  machinesFeature,
  monitoringFeature,
  marketFeature,
  templatesFeature,
  volumesFeature,
  reservationsFeature,
  instancesFeature,
  autoOrdersFeature,
  sshFeature,
  portsFeature,
  snapshotsFeature,
  clustersFeature,
  appsFeature,
  edgeFeature,
  filesFeature,
  backupsFeature,
  installersFeature,
  renderingFeature,
  modelsFeature,
  chatFeature,
  reputationFeature,
  vatChecksFeature,
  payoutsFeature,
  receiptsFeature,
  ledgerFeature,
  depositsFeature,
  promoCodesFeature,
  rewardsFeature,
  affiliateFeature,
  missionsFeature,
  tiersFeature,
  mediaFeature,
  channelsFeature,
  postsFeature,
  invoicesFeature,
  cardsFeature,
  storageFeature,
  noticesFeature,
  balanceAlertsFeature,
  reconciliationFeature,
  webhooksFeature,
  auditFeature,
  privacyFeature,
  operatorFeature,
  pricesFeature,
  dashboardFeature,
  statisticsFeature,
  systemFeature,
] as const

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
type ContextOf<F> = F extends Feature<infer X, infer _Made> ? X : never
type MadeBy<F> = F extends Feature<infer _X, infer Made> ? Made : never

/** The context of every call: the platform's, with what each feature needs. */
export interface AppCtx extends Ctx, Intersection<ContextOf<(typeof list)[number]>> {}

/** The adapters that the features make. */
export type MadeByFeatures = Intersection<MadeBy<(typeof list)[number]>>

export const features: readonly Feature<AppCtx>[] = list

/** Scheduled work of the features and of the platform. */
export const allScheduled = features.flatMap(({ scheduled = [] }) => scheduled)

/** The business event subscribers of all features. */
export const subscribers = features.flatMap(({ subscribers = [] }) => subscribers)

/** All features, combined into one. */
export const all = allFeatures(features)

/** The topics of their changes. Named cast: the keys of rules are topics. */
export const topics = Object.keys(all.topics) as Topic[]
