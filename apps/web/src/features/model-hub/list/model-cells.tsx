import type { Model } from '@gridloom/contract/models'
import type { ReactNode } from 'react'
import { plural } from '../../../lib/format/numbers.ts'
import { ModelIcon } from '../../../lib/models/model-icon.tsx'
import {
  endpointStatus,
  formatFirstToken,
  formatSpeed,
  formatUptime,
  notMeasured,
  orgOf,
  servingOf,
} from '../../../lib/models/model-words.ts'
import { StatusBadge } from '../../../lib/parts/status-badge.tsx'
import styles from './model-list.module.css'

interface ModelNameProps {
  model: Model
  onOpen: () => void
}

/** Icon, name, maker and licence; the name opens the details. */
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

export function FirstToken({ model: { figures } }: { model: Model }) {
  const times = figures.first_token_ms
  return <Measured>{times && formatFirstToken(times.p50)}</Measured>
}

export function Speed({ model: { figures } }: { model: Model }) {
  const speed = figures.tokens_per_s
  return <Measured>{speed && formatSpeed(speed.p50)}</Measured>
}

export function Uptime({ model: { figures } }: { model: Model }) {
  return <Measured>{figures.uptime_1d === null ? null : formatUptime(figures.uptime_1d)}</Measured>
}

/** Whether anything at all was measured of a model. */
export function isMeasured({ figures }: Model): boolean {
  const { first_token_ms: first, tokens_per_s: speed, uptime_1d: uptime } = figures
  return first !== null || speed !== null || uptime !== null
}

export function NotMeasured() {
  return <span className={styles.none}>{notMeasured}</span>
}

function Measured({ children }: { children: ReactNode }) {
  return (
    children ?? (
      <span className={styles.none} title={notMeasured}>
        –
      </span>
    )
  )
}

/** How many machines serve it; while none does, how far the nearest one is. */
export function Machines({ model }: { model: Model }) {
  const serving = servingOf(model).length
  if (serving > 0) return plural(serving, 'machine')
  const coming =
    model.endpoints.find(({ state }) => state === 'loading' || state === 'fetching') ??
    model.endpoints[0]
  if (coming === undefined) return <span className={styles.none}>none</span>
  return <StatusBadge {...endpointStatus(coming)} look="plain" />
}
