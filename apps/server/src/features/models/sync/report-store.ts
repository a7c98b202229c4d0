import type { Clock } from '@gridloom/async/clock'
import type { ServeReport } from '@gridloom/contract/agent/models'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import { transact } from '../../../platform/database/transact.ts'
import type { Log } from '../../../platform/log.ts'
import { saveReport } from '../registry/endpoints-store.ts'
import { publishModel } from '../registry/publish-model.ts'
import type { ServedRow } from '../registry/served-row.ts'

/** Saves machines' reports to the database, for other replicas and the page, if they differ from the saved ones. */
export interface ReportStore {
  /** Records the report that was just read from the database. */
  loaded(id: ModelEndpointId, report: ServeReport | null): void
  save(row: Pick<ServedRow, 'id' | 'model_id'>, report: ServeReport | null): Promise<void>
}

/** Progress of a download is saved this often at most. */
const progressEveryMs = 2_000

interface Saved {
  report: ServeReport | null
  atMs: number
}

export function createReportStore(options: { db: Db; clock: Clock; log: Log }): ReportStore {
  const { db, clock, log } = options
  const saved = new Map<ModelEndpointId, Saved>()
  return {
    loaded(id, report) {
      saved.set(id, { report, atMs: saved.get(id)?.atMs ?? Number.NEGATIVE_INFINITY })
    },
    async save({ id, model_id }, report) {
      const before = saved.get(id)
      const atMs = clock.monotonicMs()
      if (before !== undefined && !isNews(before, report, atMs)) return
      saved.set(id, { report, atMs })
      try {
        await transact(db, async (tx) => {
          await saveReport(tx, { id, report, now: clock.now() })
          await publishModel(tx, model_id)
        })
      } catch (error) {
        // @NOTE every heartbeat repeats the report, so that the next one is saved again.
        saved.delete(id)
        log.warn(
          { event: 'serve_report.save_failed', err: error, endpoint: id },
          'a serve report could not be saved',
        )
      }
    },
  }
}

function isNews({ report: old, atMs }: Saved, report: ServeReport | null, nowMs: number): boolean {
  if (lasting(old) !== lasting(report)) return true
  return old?.fetched_bytes !== report?.fetched_bytes && nowMs >= atMs + progressEveryMs
}

/** Returns the part of a report that only changes with the endpoint's state. */
function lasting(report: ServeReport | null): string {
  if (report === null) return ''
  const { observed_generation, phase, problem, context_tokens, quantization, features } = report
  const { cold, load_ms } = report
  return JSON.stringify([
    observed_generation,
    phase,
    problem,
    context_tokens,
    quantization,
    features,
    cold,
    load_ms,
  ])
}
