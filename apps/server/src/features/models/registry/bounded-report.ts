import type { ModelsReport, ServeReport } from '@gridloom/contract/agent/models'
import { plainText } from '@gridloom/contract/core/plain-text'
import type { MachineEngines } from '@gridloom/contract/models/serving'
import { contextOrdered, type ServedRow } from './served-row.ts'

const bytesMax = 2 ** 50
const waitingMax = 100_000
const loadMsMax = 3_600_000
const problemCharsMax = 500
const quantizationCharsMax = 20

/**
 * Clamps a machine's serve report, as machines are not trusted: at most the ordered context, at most the ordered slots,
 * and texts short enough for a page.
 */
export function boundedReport(report: ServeReport, row: ServedRow): ServeReport {
  const total = bounded(report.total_bytes, bytesMax)
  return {
    endpoint_id: row.id,
    observed_generation: Math.min(row.generation, Math.max(0, report.observed_generation)),
    phase: report.phase,
    fetched_bytes: bounded(report.fetched_bytes, total ?? bytesMax),
    total_bytes: total,
    problem: report.problem && plainText(report.problem, problemCharsMax),
    context_tokens: bounded(report.context_tokens, contextOrdered(row)),
    quantization: report.quantization && plainText(report.quantization, quantizationCharsMax),
    features: [...new Set(report.features)],
    busy: bounded(report.busy, row.slots),
    queued: bounded(report.queued, waitingMax),
    cold: report.cold === true,
    load_ms: bounded(report.load_ms ?? null, loadMsMax),
  }
}

/** The problem of an agent that does not support models and would never report on them. */
export const agentTooOld = 'The agent on this machine can’t serve models. Update the agent.'

/** Returns a machine's report of its engines, with texts short enough for a page. */
export function boundedEngines({
  can,
  llama_missing: why,
}: Pick<ModelsReport, 'can' | 'llama_missing'>): MachineEngines {
  if (!can) return { llama_missing: agentTooOld }
  return { llama_missing: why && plainText(why, problemCharsMax) }
}

function bounded<Count extends number | null>(count: Count, max: number): Count | number {
  return count === null ? count : Math.min(max, Math.max(0, count))
}
