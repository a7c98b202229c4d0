import type { ReasonCode } from '@gridloom/contract/instances/instance'
import type { Tx } from '../../platform/ctx.ts'
import { type StartOutcome, settleStart } from '../templates/index.ts'
import type { InstanceRow } from './schema.ts'

/** What a template is to blame for when its first start fails: not the machine, the network or the money. */
const templateFailures: ReadonlySet<ReasonCode> = new Set([
  'image_not_found',
  'registry_denied',
  'image_too_large',
  'start_failed',
  'start_script_failed',
  'readiness_timeout',
  'exited',
  'out_of_memory',
  'disk_full',
])

/** Settles how the first start of an instance ended, if a change of it shows that, for the counts of its template. */
export async function settleFirstStart(
  tx: Tx,
  { before, after }: { before: InstanceRow; after: InstanceRow },
): Promise<void> {
  if (!isOfTemplate(after) || before.ready_at !== null) return
  const outcome = outcomeOf(after)
  if (outcome !== undefined) await settleStart(tx, after.id, outcome)
}

function isOfTemplate({ template }: InstanceRow): boolean {
  return template.source !== undefined && template.source !== null
}

function outcomeOf({ state, ready_at, reason }: InstanceRow): StartOutcome | undefined {
  if (ready_at !== null) return 'succeeded'
  if (state === 'failed')
    return reason !== null && templateFailures.has(reason.code) ? 'failed' : 'none'
  return state === 'destroyed' ? 'none' : undefined
}
