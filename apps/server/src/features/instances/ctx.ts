import type { AtOnce } from '../../platform/at-once.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { AgentGateway } from '../agents/index.ts'
import type { KeySpendCtx } from '../budgets/index.ts'
import type { TemplateSecretsCtx } from '../templates/index.ts'
import type { OpenConnections } from './connections/open-connections.ts'
import type { UnsettledGaps } from './unsettled-gaps.ts'

/** The context of this feature. */
export interface InstancesCtx extends TemplateSecretsCtx, KeySpendCtx {
  readonly agents: AgentGateway
  readonly changes: Changes
  /** Limits readers of the last lines of a log: all lines are in memory until the last has arrived. */
  readonly logReads: AtOnce
  readonly unsettledGaps: UnsettledGaps
  readonly connections: OpenConnections
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
