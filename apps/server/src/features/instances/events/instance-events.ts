import { MachineId } from '@gridloom/contract/core/ids'
import { InstanceEventCause, type InstanceEventKind } from '@gridloom/contract/instances/events'
import { InstanceState } from '@gridloom/contract/instances/instance'
import { z } from 'zod'
import { eventKind } from '../../../platform/business-events/business-event.ts'

const payload = z.object({
  machine_id: MachineId,
  state: InstanceState,
  cause: InstanceEventCause.nullable(),
  exit_code: z.int().nullable(),
})

/** An instance was ordered. The subject of this and the events below is the instance; its state is that after it. */
export const instanceOrdered = eventKind('instance.ordered', payload)
export const instanceStarted = eventKind('instance.started', payload)
export const instanceReady = eventKind('instance.ready', payload)
export const instanceStopped = eventKind('instance.stopped', payload)
export const instanceFailed = eventKind('instance.failed', payload)
export const instanceLost = eventKind('instance.lost', payload)
export const instanceBack = eventKind('instance.back', payload)
export const instanceBudgetLow = eventKind('instance.budget_low', payload)
/** A rule stops it within minutes. */
export const instanceStopAnnounced = eventKind('instance.stop_announced', payload)
/** Its slots are needed for another instance: it is stopped within half a minute. */
export const instanceInterrupting = eventKind('instance.interrupting', payload)
export const instanceStartBlocked = eventKind('instance.start_blocked', payload)
export const instanceDestroyed = eventKind('instance.destroyed', payload)

/** The business event of each kind of event in the feed; the others concern its reader alone. */
export const businessEventOf = {
  ordered: instanceOrdered,
  started: instanceStarted,
  ready: instanceReady,
  stopped: instanceStopped,
  failed: instanceFailed,
  lost: instanceLost,
  back: instanceBack,
  budget_low: instanceBudgetLow,
  stop_announced: instanceStopAnnounced,
  interrupting: instanceInterrupting,
  start_blocked: instanceStartBlocked,
  destroyed: instanceDestroyed,
} as const satisfies Partial<Record<InstanceEventKind, unknown>>

export const instanceEvents = Object.values(businessEventOf)
