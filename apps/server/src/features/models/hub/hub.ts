import type { Clock } from '@gridloom/async/clock'
import type { Model } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Changes } from '../../../platform/database/listen.ts'
import type { OwnChanges } from '../../../platform/database/own-changes.ts'
import type { Change } from '../../../platform/events.ts'
import { listModelRows } from '../catalogue/models-store.ts'
import { type EndpointsSource, readEndpoints } from '../serving/read-endpoints.ts'
import { modelView } from './model-view.ts'

/** The public view of all models. As it is public, it is read at most once a second. */
export interface ModelHub extends Disposable {
  models(): Promise<readonly Model[]>
}

const keptMs = 1_000

interface ModelHubOptions extends EndpointsSource {
  clock: Clock
  changes: Pick<Changes, 'subscribe'>
  ownChanges: Pick<OwnChanges, 'subscribe'>
}

export function createModelHub(options: ModelHubOptions): ModelHub {
  const { clock, changes, ownChanges } = options
  let kept: { models: Promise<readonly Model[]>; atMs: number } | undefined
  const forget = ({ topic }: Change) => {
    if (topic === 'model') kept = undefined
  }
  // Names of machines are shown, too; they seldom change, and the next second shows those of other replicas.
  const forgetOwn = (change: Change) => {
    if (change.topic === 'machine') kept = undefined
    forget(change)
  }
  const ends = [changes.subscribe(forget), ownChanges.subscribe(forgetOwn)]
  return {
    models() {
      const nowMs = clock.monotonicMs()
      if (kept !== undefined && nowMs < kept.atMs + keptMs) return kept.models
      const reading = { models: readModels(options), atMs: nowMs }
      kept = reading
      // @NOTE the waiting callers get the error; the next caller reads again.
      reading.models.catch(() => {
        if (kept === reading) kept = undefined
      })
      return reading.models
    },
    [Symbol.dispose]() {
      for (const end of ends) end()
    },
  }
}

/** Reads the current state of all models, or of one. */
export async function readModels(source: EndpointsSource, id?: ModelId): Promise<Model[]> {
  const [rows, served] = await Promise.all([
    listModelRows(source.db, id),
    readEndpoints(source, { to: 'everyone', modelId: id }),
  ])
  const byModel = Map.groupBy(served, ({ row }) => row.model_id)
  return rows.map((row) => modelView(row, byModel.get(row.id) ?? []))
}
