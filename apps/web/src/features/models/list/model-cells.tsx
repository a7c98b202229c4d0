import type { Model } from '@gridloom/contract/models/model'
import type { ModelMetrics } from '@gridloom/contract/models/model-metrics'
import { ModelIcon } from '../../../shared/models/model-icon.tsx'
import {
  endpointStatus,
  formatFirstToken,
  formatPerMillion,
  formatSpeed,
  formatUptimeShare,
  notMeasured,
  orgOf,
  servingOf,
} from '../../../shared/models/model-words.ts'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import type { HubSort } from '../hub-address.ts'
import styles from './model-list.module.css'

interface ModelNameProps {
  model: Model
  onOpen: () => void
}

/** Icon, name, organisation and licence; the name opens the details. */
export function ModelName({ model, onOpen }: ModelNameProps) {
  return (
    <div className={styles.nameCell}>
      <ModelIcon icon={model.icon} />
      <div className={styles.nameWords}>
        <button type="button" className={styles.name} aria-haspopup="dialog" onClick={onOpen}>
          {model.name}
        </button>
        <div className={styles.sub}>
          {orgOf(model.id)} · {model.licence}
        </div>
      </div>
    </div>
  )
}

/** Price per million tokens at the cheapest machine. */
export function Price({ model: { price }, of }: { model: Model; of: 'input' | 'output' }) {
  return price === null ? <None /> : formatPerMillion(price[`${of}_micro_usd`])
}

/** The metrics of models, in display order. */
export const measured = [
  {
    sort: 'first_token',
    title: 'Measured median of the last 30 minutes',
    words: ({ first_token_ms: ms }) => ms && formatFirstToken(ms.p50),
  },
  {
    sort: 'speed',
    title: 'Measured median of the last 30 minutes',
    words: ({ tokens_per_s: speed }) => speed && formatSpeed(speed.p50),
  },
  {
    sort: 'uptime',
    title: 'Share of successful answers in the last day',
    words: ({ uptime_1d: share }) => (share === null ? null : formatUptimeShare(share)),
  },
] as const satisfies readonly Measured[]

interface Measured {
  sort: HubSort
  title: string
  /** `null` if it was not measured. */
  words: (metrics: ModelMetrics) => string | null
}

/** Returns a model's metrics by column; `undefined` if nothing was measured. */
export function measuredOf({ metrics }: Model) {
  const all = measured.map(({ sort, words }) => ({ sort, words: words(metrics) }))
  if (all.every(({ words }) => words === null)) return undefined
  return all.map(({ sort, words }) => ({ sort, value: words ?? <None title={notMeasured} /> }))
}

export function NotMeasured() {
  return <span className={styles.none}>{notMeasured}</span>
}

/** Placeholder for a missing value. */
export function None({ title }: { title?: string }) {
  return (
    <span className={styles.none} title={title}>
      –
    </span>
  )
}

/** Number of machines that serve the model; while none does, the progress of the one closest to serving it. */
export function Machines({ model }: { model: Model }) {
  const serving = servingOf(model).length
  if (serving > 0) return plural(serving, 'machine')
  const coming =
    model.endpoints.find(({ state }) => state === 'loading' || state === 'fetching') ??
    model.endpoints[0]
  if (coming === undefined) return <span className={styles.none}>none</span>
  return <StatusBadge {...endpointStatus(coming)} look="plain" />
}
