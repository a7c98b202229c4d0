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
import { templatesFeature } from './features/templates/index.ts'
import { allFeatures } from './platform/all-features.ts'
import type { Feature, Scheduled } from './platform/feature.ts'
import { platformScheduled } from './platform/scheduled-work/platform-scheduled.ts'
import { platformTopics, type TopicRules } from './platform/topic-rules.ts'

/**
 * Every feature of the server. In this order they handle what machines report (machines first, then their instances and
 * what they render), and name what keeps an account from being closed.
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
]

/** Work by the clock: of the features, and of the platform itself. */
export const allScheduled: readonly Scheduled<AppCtx>[] = [
  ...features.flatMap(({ scheduled = [] }) => scheduled),
  ...platformScheduled,
]

/** What the features do after business events. */
export const subscribers = features.flatMap(({ subscribers = [] }) => subscribers)

/** What pages receive of changes, topic by topic. */
export const topicRules: TopicRules<AppCtx> = Object.assign(
  {},
  platformTopics,
  ...features.map(({ topics = {} }) => topics),
)

/** The features as one. */
export const all = allFeatures(features)
