import { InstanceId } from '@gridloom/contract/core/ids'
import { evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import {
  type BusinessEvent,
  eventSubscriber,
} from '../../../platform/business-events/business-event.ts'
import type { Tx } from '../../../platform/ctx.ts'
import {
  businessEventOf,
  type InstanceRow,
  lockInstance,
  type PastEvent,
  readHistory,
} from '../../instances/index.ts'
import { startsAnywhere } from '../../templates/index.ts'
import { creditOutage } from '../credits/credit-outage.ts'
import { creditSlowStart } from '../credits/credit-slow-start.ts'
import type { ReputationCtx } from '../ctx.ts'
import { partyOfFact } from '../evidence/party-of-fact.ts'
import { type NewFact, recordFact } from '../evidence/record-fact.ts'
import { lastOutage } from '../history.ts'
import { blameForEnd, blameForStart } from './blame.ts'

const { ready, started, failed, back, destroyed } = businessEventOf

/** A shorter rental proves nothing about how well a machine keeps one. */
const rentalFromS = 600
/** A shorter outage is counted by the hours online alone. */
const outageFromS = 600

type InstanceEvent = BusinessEvent<string, ReturnType<typeof ready.read>['payload']>

/** Records what the events of instances show about their machines, and credits their renters. */
export const followInstances = eventSubscriber({
  name: 'reputation.instances',
  to: [ready, started, failed, back, destroyed],
  handle: async (ctx: ReputationCtx, tx, event) => {
    const id = InstanceId.parse(event.subject)
    const row = await lockInstance(tx, id)
    if (row === undefined) return
    await handle[event.topic](ctx, tx, { row, event, history: await readHistory(tx.db, id) })
  },
})

interface Happened {
  row: InstanceRow
  event: InstanceEvent
  history: readonly PastEvent[]
}

const handle = {
  async 'instance.ready'(ctx, tx, { row, event }) {
    await record(ctx, tx, row, { kind: 'start', value: evidenceValueMax, at: event.at })
  },
  async 'instance.started'(ctx, tx, { row, history }) {
    await creditSlowStart(ctx, tx, { row, history })
  },
  async 'instance.failed'(ctx, tx, happened) {
    const { row, event } = happened
    const { cause } = event.payload
    await settleOutage(ctx, tx, happened)
    if (row.ready_at === null) {
      const blame = blameForStart(
        cause,
        startsAnywhere(row.template) ? 'starts_anywhere' : 'custom',
      )
      if (blame !== null)
        await record(ctx, tx, row, { kind: 'start', value: 0, at: event.at, cause: blame })
      return
    }
    const blame = blameForEnd(cause)
    if (blame !== null)
      await record(ctx, tx, row, { kind: 'rental', value: 0, at: event.at, cause: blame })
  },
  async 'instance.back'(ctx, tx, happened) {
    await settleOutage(ctx, tx, happened)
  },
  async 'instance.destroyed'(ctx, tx, happened) {
    const { row, event } = happened
    await settleOutage(ctx, tx, happened)
    if (row.metered_running_s < rentalFromS) return
    const blame = blameForEnd(row.reason?.code ?? null)
    const value = blame === null ? evidenceValueMax : 0
    await record(ctx, tx, row, { kind: 'rental', value, at: event.at, cause: blame })
  },
} satisfies Record<
  | 'instance.ready'
  | 'instance.started'
  | 'instance.failed'
  | 'instance.back'
  | 'instance.destroyed',
  (ctx: ReputationCtx, tx: Tx, happened: Happened) => Promise<void>
>

/** Credits an outage that the event ended; a long one is a rental that the machine did not keep. */
async function settleOutage(
  ctx: ReputationCtx,
  tx: Tx,
  { row, event, history }: Happened,
): Promise<void> {
  const outage = lastOutage(history, event.at)
  if (outage === null) return
  await creditOutage(ctx, tx, { row, outage })
  if (outage.seconds < outageFromS) return
  await record(ctx, tx, row, { kind: 'rental', value: 0, at: event.at, cause: 'outage' })
}

/** Records a fact about the machine of an instance: one start and one end of each. */
async function record(
  ctx: ReputationCtx,
  tx: Tx,
  row: InstanceRow,
  fact: Pick<NewFact, 'kind' | 'value' | 'at' | 'cause'>,
): Promise<void> {
  const { id, machine_id: machineId, account_id: renterId, provider_account_id: providerId } = row
  const party = await partyOfFact(ctx, tx, { machineId, renterId, providerId })
  await recordFact(ctx, tx, { machineId, source: id, party, ...fact })
}
