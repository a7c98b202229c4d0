import { InstanceId } from '@gridloom/contract/core/ids'
import { disposing } from '../../platform/disposing.ts'
import type { Feature } from '../../platform/feature.ts'
import type { TopicRule } from '../../platform/topic-rules.ts'
import { applySchedules } from './automation/apply-schedules.ts'
import { applyStopRules } from './automation/apply-stop-rules.ts'
import { balanceLow } from './balance-low.ts'
import { markOpenConnections } from './connections/mark-connected.ts'
import { createInstanceServices, type InstanceAdapters } from './create-instance-services.ts'
import type { InstancesCtx } from './ctx.ts'
import { instanceEvents } from './events/instance-events.ts'
import { expireDisks } from './expire-disks.ts'
import { handleMessage } from './handle-message.ts'
import { instanceQuota } from './instance-quota.ts'
import { clearNotes, countInstances, renewSshKeys, selectSpenders } from './instances-store.ts'
import { applyInterruptions } from './interruptions/apply-interruptions.ts'
import { clearAllBids } from './interruptions/clear-bids.ts'
import { readKeySpend } from './key-spend-store.ts'
import { loseSilent } from './lose-silent.ts'
import { orderEnded, orderPlaced } from './order-events.ts'
import { instancesPersonalData } from './personal-data-store.ts'
import { readInstance } from './read-instance.ts'
import { readSpendRate } from './read-spend-rate.ts'
import { leaveReservation } from './reserved/leave-reservation.ts'
import { instanceRoutes } from './routes.ts'
import { tidyInstances } from './tidy-instances.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    instance: 'stored'
    /** The metrics, use and cost of an instance alone. */
    metrics: 'transient'
  }
}

const offlineEveryMs = 2_000
const expiryEveryMs = 60_000
const rulesEveryMs = 10_000
const interruptionsEveryMs = 1_000
const clearingsEveryMs = 5_000
const connectionsEveryMs = 20_000

/** The `instance` event is not sent for a change of metrics alone. */
const instanceTopic: TopicRule<InstancesCtx> = {
  scope: 'instances:read',
  show: async (ctx, { subject }) => ({
    event: 'instance',
    data: await readInstance(ctx, InstanceId.parse(subject)),
  }),
}

export const instancesFeature: Feature<InstancesCtx, InstanceAdapters> = {
  name: 'instances',
  services: createInstanceServices,
  personalData: instancesPersonalData,
  routes: (routes) => instanceRoutes(routes),
  start: (ctx) =>
    disposing(
      ctx.agents.subscribe((event) => handleMessage(ctx, event)),
      ctx.agents.onGone(async (machineId) => ctx.unsettledGaps.forget(machineId)),
    ),
  loops: [
    { name: 'instances of offline machines', everyMs: offlineEveryMs, run: loseSilent },
    { name: 'stop rules', everyMs: rulesEveryMs, run: applyStopRules },
    { name: 'schedules of instances', everyMs: rulesEveryMs, run: applySchedules },
    { name: 'interruptions', everyMs: interruptionsEveryMs, run: applyInterruptions },
    { name: 'clearings of bids', everyMs: clearingsEveryMs, run: clearAllBids },
    { name: 'open connections', everyMs: connectionsEveryMs, run: markOpenConnections },
    { name: 'expired disks', everyMs: expiryEveryMs, run: expireDisks },
  ],
  scheduled: [
    { name: 'tidy-instances', schedule: { every: 'hour', minute: 27 }, run: tidyInstances },
  ],
  quotas: [instanceQuota],
  inUse: async (db, accountId) => [
    { count: await countInstances(db, [accountId]), noun: 'instance' },
  ],
  spendRate: readSpendRate,
  spenders: selectSpenders,
  keySpend: readKeySpend,
  topics: { instance: instanceTopic, metrics: instanceTopic },
  events: [orderPlaced, orderEnded, balanceLow, ...instanceEvents],
  subscribers: [leaveReservation],
  hooks: {
    'ssh_keys.changed': (_ctx, tx, { userId }) => renewSshKeys(tx, userId),
    'account.closed': (_ctx, tx, { accountId }) => clearNotes(tx, accountId),
  },
}
