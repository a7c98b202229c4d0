import type { ModelMetrics, Percentiles } from '@gridloom/contract/models/model-metrics'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { formatFirstToken, formatSpeed, formatUptimeShare, notMeasured } from './model-words.ts'
import styles from './models.module.css'

const places = ['p50', 'p75', 'p90', 'p99'] as const
const columns: readonly Column[] = [
  { text: 'Last 30 minutes' },
  ...places.map((text) => ({ text, align: 'number' }) as const),
]
const spans = [
  { name: '5 min', of: 'uptime_5m' },
  { name: '30 min', of: 'uptime_30m' },
  { name: '1 day', of: 'uptime_1d' },
] as const satisfies readonly { name: string; of: keyof ModelMetrics }[]

interface PercentileTableProps {
  /** The machine or model that was measured. */
  of: string
  metrics: ModelMetrics
}

/** Percentiles of first token and throughput, and the share of answers that did not fail. */
export function PercentileTable({ of, metrics }: PercentileTableProps) {
  return (
    <div className={styles.percentiles}>
      <Table label={`Measurements of ${of}`} columns={columns}>
        <tr>
          <RowHead>First token</RowHead>
          <PercentileCells values={metrics.first_token_ms} format={formatFirstToken} />
        </tr>
        <tr>
          <RowHead>Throughput</RowHead>
          <PercentileCells values={metrics.tokens_per_s} format={formatSpeed} />
        </tr>
      </Table>
      <Uptimes metrics={metrics} />
    </div>
  )
}

function Uptimes({ metrics }: Pick<PercentileTableProps, 'metrics'>) {
  return (
    <p className={styles.uptimes}>
      <span>Uptime</span>
      {spans.every(({ of: span }) => metrics[span] === null)
        ? notMeasured
        : spans.map(({ name, of: span }) => (
            <span key={name} className="gl-num">
              {name} <Uptime share={metrics[span]} />
            </span>
          ))}
    </p>
  )
}

interface PercentileCellsProps {
  values: Percentiles | null
  format: (value: number) => string
}

function PercentileCells({ values, format }: PercentileCellsProps) {
  if (values === null) {
    return (
      <td colSpan={places.length} className={styles.none}>
        {notMeasured}
      </td>
    )
  }
  return places.map((place) => (
    <Cell key={place} label={place} align="number">
      {format(values[place])}
    </Cell>
  ))
}

function Uptime({ share }: { share: number | null }) {
  if (share === null) return <span title={notMeasured}>–</span>
  return <strong>{formatUptimeShare(share)}</strong>
}
