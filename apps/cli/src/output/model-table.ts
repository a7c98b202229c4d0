import type { Model } from '@gridloom/contract/models/model'
import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Draw } from './output.ts'

/** Models, one per line: prices, measured speed (over 30 minutes), and the number of machines. */
export function modelTable(draw: Draw, models: readonly Model[]): string {
  return draw.table(
    [
      { title: 'MODEL' },
      { title: 'IN/M', align: 'right' },
      { title: 'OUT/M', align: 'right' },
      { title: 'CONTEXT', align: 'right', dropRank: 3 },
      { title: 'FIRST TOKEN', align: 'right', dropRank: 2 },
      { title: 'TOKENS/S', align: 'right', dropRank: 1 },
      { title: 'UPTIME', align: 'right', dropRank: 4 },
      { title: 'MACHINES', align: 'right' },
    ],
    models.map(({ id, price, metrics, endpoints, ...model }) => [
      { text: id, tone: 'strong' },
      price === null ? '—' : formatUsd(price.input_micro_usd),
      price === null ? '—' : formatUsd(price.output_micro_usd),
      servedContext(endpoints, model.context_tokens).toLocaleString('en-US'),
      metrics.first_token_ms === null ? '—' : `${Math.round(metrics.first_token_ms.p50)} ms`,
      metrics.tokens_per_s === null ? '—' : String(Math.round(metrics.tokens_per_s.p50)),
      metrics.uptime_30m === null ? '—' : percentText(metrics.uptime_30m),
      machinesText(endpoints),
    ]),
  )
}

/** The progress of serving in one line: `fetching: 45 %`. */
export function serveText({ state, problem, fetched_bytes, total_bytes }: ModelEndpoint): string {
  const share =
    fetched_bytes === null || total_bytes === null || total_bytes === 0
      ? ''
      : `: ${Math.floor((100 * fetched_bytes) / total_bytes)} %`
  return `${state}${state === 'fetching' ? share : ''}${problem === null ? '' : `: ${problem}`}`
}

/** The longest context that a machine serves; the model's own if no machine reports one. */
function servedContext(endpoints: readonly ModelEndpoint[], own: number): number {
  const served = endpoints.flatMap(({ context_tokens }) => context_tokens ?? [])
  return served.length === 0 ? own : Math.max(...served)
}

function machinesText(endpoints: readonly ModelEndpoint[]): string {
  const serving = endpoints.filter(({ state }) => state === 'serving').length
  const [first] = endpoints
  return serving > 0 || first === undefined ? String(serving) : `0 (${first.state})`
}

function percentText(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`
}
