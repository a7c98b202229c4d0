import type { AppCtx } from './app-ctx.ts'
import { accountsFeature } from './features/accounts/index.ts'
import { auditFeature } from './features/audit/index.ts'
import { authFeature } from './features/auth/index.ts'
import { chatFeature } from './features/chat/index.ts'
import { companiesFeature } from './features/companies/index.ts'
import { installersFeature } from './features/installers/index.ts'
import { instancesFeature } from './features/instances/index.ts'
import { keysFeature } from './features/keys/index.ts'
import { ledgerFeature } from './features/ledger/index.ts'
import { machinesFeature } from './features/machines/index.ts'
import { marketFeature } from './features/market/index.ts'
import { modelsFeature } from './features/models/index.ts'
import { noticesFeature } from './features/notices/index.ts'
import { operatorFeature } from './features/operator/index.ts'
import { privacyFeature } from './features/privacy/index.ts'
import { renderingFeature } from './features/rendering/index.ts'
import { statisticsFeature } from './features/statistics/index.ts'
import { templatesFeature } from './features/templates/index.ts'
import { allFeatures } from './platform/all-features.ts'
import type { Feature, Scheduled } from './platform/feature.ts'
import { platformScheduled } from './platform/scheduled-work/platform-scheduled.ts'
import { platformTopics, type TopicRules } from './platform/topic-rules.ts'

/**
 * All features of the server. Their order is the order in which they handle machines' reports (machines, then
 * instances, then rendering) and in which they list what prevents closing an account.
 */
export const features: readonly Feature<AppCtx>[] = [
  accountsFeature,
  companiesFeature,
  keysFeature,
  authFeature,
  machinesFeature,
  marketFeature,
  templatesFeature,
  instancesFeature,
  installersFeature,
  renderingFeature,
  modelsFeature,
  chatFeature,
  ledgerFeature,
  noticesFeature,
  auditFeature,
  privacyFeature,
  operatorFeature,
  statisticsFeature,
]

/** Scheduled work of the features and of the platform. */
export const allScheduled: readonly Scheduled<AppCtx>[] = [
  ...features.flatMap(({ scheduled = [] }) => scheduled),
  ...platformScheduled,
]

/** The business event subscribers of all features. */
export const subscribers = features.flatMap(({ subscribers = [] }) => subscribers)

/** For each topic, which changes are sent to pages. */
export const topicRules: TopicRules<AppCtx> = Object.assign(
  {},
  platformTopics,
  ...features.map(({ topics = {} }) => topics),
)

/** All features, combined into one. */
export const all = allFeatures(features)
