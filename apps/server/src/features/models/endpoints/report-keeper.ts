import type { Clock } from '@gridloom/async/clock'
import type { ServeReport } from '@gridloom/contract/agent/models'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import type { Db } from '../../../platform/database/connect.ts'
import { transact } from '../../../platform/database/transact.ts'
import type { Log } from '../../../platform/log.ts'
import { saveReport } from './endpoints-store.ts'
import type { ServedRow } from './served-row.ts'

/** Keeps in the database what machines say, for other replicas and the page, where it differs from what is kept. */
export interface ReportKeeper {
  /** What the database has, as it was just read. */
  read(id: ModelEndpointId, report: ServeReport | null): void
  keep(row: Pick<ServedRow, 'id' | 'model_id'>, report: ServeReport | null): Promise<void>
}

/** Bytes that come in are told this often at most. */
const progressEveryMs = 2_000

interface Saved {
  report: ServeReport | null
  atMs: number
}

export function createReportKeeper(options: { db: Db; clock: Clock; log: Log }): ReportKeeper {
  const { db, clock, log } = options
  const saved = new Map<ModelEndpointId, Saved>()
  return {
    read(id, report) {
      saved.set(id, { report, atMs: saved.get(id)?.atMs ?? Number.NEGATIVE_INFINITY })
    },
    async keep({ id, model_id }, report) {
      const before = saved.get(id)
      const atMs = clock.monotonicMs()
      if (before !== undefined && !isNews(before, report, atMs)) return
      saved.set(id, { report, atMs })
      try {
        await transact(db, async (tx) => {
          await saveReport(tx, { id, report, now: clock.now() })
          await tx.publish({ topic: 'model', accountId: null, subject: model_id })
        })
      } catch (error) {
        // @NOTE the machine repeats it every heartbeat, and then it is news again.
        saved.delete(id)
        log.warn({ err: error, endpoint: id }, 'what a machine said of serving was not kept')
      }
    },
  }
}

function isNews({ report: old, atMs }: Saved, report: ServeReport | null, nowMs: number): boolean {
  if (lasting(old) !== lasting(report)) return true
  return old?.fetched_bytes !== report?.fetched_bytes && nowMs >= atMs + progressEveryMs
}

/** What does not move by itself. */
function lasting(report: ServeReport | null): string {
  if (report === null) return ''
  const { observed_generation, phase, problem, context_tokens, quantization, features } = report
  return JSON.stringify([
    observed_generation,
    phase,
    problem,
    context_tokens,
    quantization,
    features,
  ])
}
