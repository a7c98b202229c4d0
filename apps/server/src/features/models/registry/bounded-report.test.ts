import { ServeReport } from '@gridloom/contract/agent/models'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { aServedRow } from '../../../../test/served-row.ts'
import { systemIds } from '../../../platform/ids.ts'
import { boundedReport } from './bounded-report.ts'

const ids = systemIds(() => new Date('2026-01-01T00:00:00.000Z'))
const row = aServedRow({ slots: 4, generation: 7, model_context_tokens: 4_096 })

it('leaves a possible report unchanged', () => {
  const report = aServeReport(row.id, { busy: 3, queued: 9, observed_generation: 7 })
  expect(boundedReport(report, row)).toEqual(report)
})

it('clamps every field of an arbitrary report', () => {
  const count = fc.maxSafeInteger()
  const maybe = fc.option(count)
  const said = fc.record({
    endpoint_id: fc.constant(ids.mint('modelEndpoint')),
    observed_generation: count,
    phase: fc.constantFrom('fetching' as const, 'loading' as const, 'serving' as const),
    fetched_bytes: maybe,
    total_bytes: maybe,
    problem: fc.option(fc.string({ unit: 'binary', maxLength: 2_000 })),
    context_tokens: maybe,
    quantization: fc.option(fc.string({ unit: 'binary', maxLength: 100 })),
    features: fc.array(fc.constantFrom('chat' as const, 'tools' as const)),
    busy: count,
    queued: count,
  })
  fc.assert(
    fc.property(said, (report) => {
      const bounded = boundedReport(report, row)
      expect(ServeReport.parse(bounded)).toEqual(bounded)
      expect(bounded.endpoint_id).toBe(row.id)
      expect(bounded.observed_generation).toBeLessThanOrEqual(7)
      expect(bounded.context_tokens ?? 0).toBeLessThanOrEqual(4_096)
      expect(bounded.busy).toBeLessThanOrEqual(4)
      expect(
        Math.min(bounded.busy, bounded.queued, bounded.fetched_bytes ?? 0),
      ).toBeGreaterThanOrEqual(0)
      expect(bounded.fetched_bytes ?? 0).toBeLessThanOrEqual(bounded.total_bytes ?? 2 ** 50)
      expect(bounded.problem?.length ?? 0).toBeLessThanOrEqual(500)
      expect(`${bounded.problem}${bounded.quantization}`).not.toMatch(/\p{Cc}/u)
      expect(new Set(bounded.features).size).toBe(bounded.features.length)
    }),
  )
})

it('caps the context at the ordered one if that is below the model’s', () => {
  const ordered = aServedRow({ ...row, engine: { kind: 'llama', context_tokens: 512 } })
  const report = aServeReport(ordered.id, { context_tokens: 4_000 })
  expect(boundedReport(report, ordered).context_tokens).toBe(512)
})
