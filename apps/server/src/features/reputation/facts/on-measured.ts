import { evidenceValueMax, type FigureKind } from '@gridloom/contract/reputation/evidence'
import { shortfallPercent } from '@gridloom/domain/service-credits'
import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { machineMeasured, machineReduced } from '../../machines/index.ts'
import { creditShortfall } from '../credits/credit-shortfall.ts'
import type { ReputationCtx } from '../ctx.ts'
import { recordFact } from '../evidence/record-fact.ts'
import { listBegun } from './measurements-store.ts'
import { toleratedPercent } from './tolerated.ts'

type Measured = ReturnType<typeof machineMeasured.read>['payload']

/** Figures that arrive this long after a measurement for the score was begun belong to it. */
const windowMs = 15 * 60_000

/** Records what measurements and reports of hardware show about machines, and credits renters for what is missing. */
export const followMeasurements = eventSubscriber({
  name: 'reputation.measurements',
  to: [machineMeasured, machineReduced],
  handle: async (ctx: ReputationCtx, tx, event) => {
    if (event.topic === 'machine.measured') return handleMeasured(ctx, tx, event)
    const { machine_id: machineId, figures } = event.payload
    const day = event.at.toISOString().slice(0, 10)
    for (const figure of figures)
      await recordFact(ctx, tx, {
        ...{ machineId, kind: 'measurement', value: 0, cause: 'hardware_reduced', figure },
        ...{ source: `hardware ${day} ${figure.kind}`, at: event.at },
      })
  },
})

async function handleMeasured(
  ctx: ReputationCtx,
  tx: Tx,
  { at, payload }: { at: Date; payload: Measured },
): Promise<void> {
  const { machine_id: machineId, figures } = payload
  const begun = await listBegun(tx.db, machineId, new Date(at.getTime() - windowMs))
  for (const { kind, value, under_load: underLoad, before, measured_at } of figures) {
    const tolerated = toleratedPercent[kind]
    if (tolerated === undefined || underLoad || before === null) continue
    const figure = { kind, advertised: before.value, measured: value }
    const percent = shortfallPercent(before.value, value)
    const paid = { machineId, percent, shownSince: new Date(before.measured_at) }
    if (isPaid(kind)) await creditShortfall(ctx, tx, paid)
    const isBelow = percent > tolerated
    for (const { reason, begunAt } of begun) {
      if (new Date(measured_at) < begunAt) continue
      await recordFact(ctx, tx, {
        ...{ machineId, kind: 'measurement', value: isBelow ? 0 : evidenceValueMax, figure },
        cause: isBelow ? 'below_advertised' : null,
        ...{ source: `${reason} ${begunAt.toISOString()} ${kind}`, at },
      })
    }
  }
}

/** Lines of homes are not steady enough for credits. */
function isPaid(kind: FigureKind): boolean {
  return kind === 'cpu_single_mops' || kind === 'cpu_multi_mops' || kind === 'memory_bandwidth_mb_s'
}
