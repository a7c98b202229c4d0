import type { InstanceId } from '@gridloom/contract/core/ids'
import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import { evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import { shortfallPercent } from '@gridloom/domain/service-credits'
import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { gpusMeasured } from '../../machines/index.ts'
import { listGpuHolders } from '../../market/index.ts'
import { creditSlowGpu } from '../credits/credit-slow-gpu.ts'
import type { ReputationCtx } from '../ctx.ts'
import { recordFact } from '../evidence/record-fact.ts'
import { listBegunChecks } from './gpu-checks-store.ts'
import { listBegun } from './measurements-store.ts'
import { toleratedPercent } from './tolerated.ts'

type Measured = ReturnType<typeof gpusMeasured.read>['payload']
type Figure = Measured['figures'][number]

/** A figure that can be compared: its offer showed one before. */
type Compared = Figure & { shown: NonNullable<Figure['shown']> }

interface Happened {
  at: Date
  payload: Measured
}

/** Figures that arrive this long after a measurement was begun belong to it. */
const windowMs = 15 * 60_000

/** Records what measurements of GPUs show about machines, and credits the rentals of slow ones. */
export const followGpus = eventSubscriber({
  name: 'reputation.gpus',
  to: [gpusMeasured],
  handle: async (ctx: ReputationCtx, tx, happened) => {
    await recordImplausible(ctx, tx, happened)
    const compared = happened.payload.figures.filter(isCompared)
    if (compared.length === 0) return
    const holders = await listGpuHolders(tx.db, happened.payload.machine_id)
    await creditHolders(ctx, tx, { compared, holders })
    for (const occasion of await listOccasions(tx, happened, holders)) {
      const own = compared.filter(
        ({ gpu_uuid, measured_at }) =>
          new Date(measured_at) >= occasion.begunAt && occasion.concerns(gpu_uuid),
      )
      await recordSlowest(ctx, tx, { happened, name: occasion.name, figures: own })
    }
  },
})

function isCompared(figure: Figure): figure is Compared {
  return figure.shown !== null
}

/** A figure that no such GPU reaches is a bad fact, once a day. */
async function recordImplausible(
  ctx: ReputationCtx,
  tx: Tx,
  { at, payload }: Happened,
): Promise<void> {
  const day = at.toISOString().slice(0, 10)
  for (const { kind, most, value } of payload.implausible)
    await recordFact(ctx, tx, {
      ...{ machineId: payload.machine_id, kind: 'measurement', value: 0 },
      ...{ cause: 'implausible_figure', figure: { kind, advertised: most, measured: value } },
      ...{ source: `implausible ${day} ${kind}`, at },
    })
}

type Holders = Awaited<ReturnType<typeof listGpuHolders>>

/** Credits each rental by its slowest GPU, which sets the pace of work on several. */
async function creditHolders(
  ctx: ReputationCtx,
  tx: Tx,
  { compared, holders }: { compared: readonly Compared[]; holders: Holders },
): Promise<void> {
  for (const [instanceId, held] of Map.groupBy(holders, (holder) => holder.instanceId)) {
    const uuids = new Set(held.map(({ gpuUuid }) => gpuUuid))
    const slow = compared
      .filter(({ gpu_uuid }) => uuids.has(gpu_uuid))
      .map(({ shown, value }) => ({
        percent: shortfallPercent(shown.value, value),
        shownSince: new Date(shown.since),
      }))
      .toSorted((one, other) => other.percent - one.percent)
    for (const shortfall of slow) await creditSlowGpu(ctx, tx, { instanceId, ...shortfall })
  }
}

/** A measurement that was asked for, and the GPUs that it is about. */
interface Occasion {
  name: string
  begunAt: Date
  concerns(gpuUuid: string): boolean
}

async function listOccasions(
  tx: Tx,
  { at, payload }: Happened,
  holders: Holders,
): Promise<Occasion[]> {
  const since = new Date(at.getTime() - windowMs)
  const rentals = await listBegunChecks(tx.db, payload.machine_id, since)
  const others = await listBegun(tx.db, payload.machine_id, since)
  const holds = (id: InstanceId, uuid: string) =>
    holders.some(({ instanceId, gpuUuid }) => instanceId === id && gpuUuid === uuid)
  return [
    ...rentals.map(({ instanceId, begunAt }) => ({
      ...{ name: `rental ${instanceId}`, begunAt },
      concerns: (uuid: string) => holds(instanceId, uuid),
    })),
    // A rental has only the line of the machine measured there.
    ...others
      .filter(({ reason }) => reason !== 'rental')
      .map(({ reason, begunAt }) => ({
        ...{ name: `${reason} ${begunAt.toISOString()}`, begunAt },
        concerns: () => true,
      })),
  ]
}

/** Records one fact for each kind: of the GPU that is furthest below what was shown. */
async function recordSlowest(
  ctx: ReputationCtx,
  tx: Tx,
  {
    happened: { at, payload },
    name,
    figures,
  }: { happened: Happened; name: string; figures: readonly Compared[] },
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(figures, (figure) => figure.kind)) {
    const [worst] = ofKind.toSorted((one, other) => shareOf(one) - shareOf(other))
    if (worst === undefined) continue
    const isBelow = shortfallPercent(worst.shown.value, worst.value) > toleratedOf(kind)
    await recordFact(ctx, tx, {
      ...{ machineId: payload.machine_id, kind: 'measurement', at, source: `${name} ${kind}` },
      value: isBelow ? 0 : evidenceValueMax,
      cause: isBelow ? 'below_advertised' : null,
      figure: { kind, advertised: worst.shown.value, measured: worst.value },
    })
  }
}

function shareOf({ shown, value }: Compared): number {
  return value / Math.max(shown.value, Number.MIN_VALUE)
}

function toleratedOf(kind: GpuBenchmarkKind): number {
  return toleratedPercent[kind] ?? 0
}
