import type { Volume } from '@gridloom/contract/volumes/volume'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Link } from '@tanstack/react-router'
import { failureTexts, volumeStatus } from '../../shared/volumes/volume-words.ts'
import { HourlyPrice } from '../../ui/components/money.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { DeleteVolume } from './delete-volume.tsx'
import styles from './volumes.module.css'

const columns: readonly Column[] = [
  { text: 'Volume' },
  { text: 'State' },
  { text: 'Attached to' },
  { text: 'Size', align: 'number' },
  { text: 'Price', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

/** Volumes with their state, machine, instances and price. */
export function VolumeTable({ volumes }: { volumes: readonly Volume[] }) {
  return (
    <Table label="Volumes" columns={columns}>
      {volumes.map((volume) => (
        <tr key={volume.id}>
          <RowHead>
            <div className={styles.name}>{volume.name}</div>
            <div className={styles.sub}>
              on {volume.machine_name}
              {volume.machine_status !== 'online' && ' · offline'}
            </div>
          </RowHead>
          <Cell label="State" holds="words">
            <State volume={volume} />
          </Cell>
          <Cell label="Attached to" holds="words">
            <Attachments volume={volume} />
          </Cell>
          <Cell label="Size" align="number">
            {volume.size_gb} GB
            {volume.used_bytes !== null && (
              <div className={styles.sub}>{formatBytes(volume.used_bytes)} used</div>
            )}
          </Cell>
          <Cell label="Price" align="number">
            <HourlyPrice microUsdPerHour={volume.micro_usd_per_hour} />
          </Cell>
          <Cell holds="buttons">
            <DeleteVolume volume={volume} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function State({ volume }: { volume: Volume }) {
  const { failure, kept_until: until } = volume
  return (
    <>
      <StatusBadge look="plain" {...volumeStatus(volume)} />
      {failure !== null && <div className={styles.sub}>{failureTexts[failure]}</div>}
      {until !== null && (
        <strong className={styles.sub}>
          Not paid: deleted <TimeAgo at={until} /> unless you add funds.
        </strong>
      )}
    </>
  )
}

function Attachments({ volume: { attachments } }: { volume: Volume }) {
  if (attachments.length === 0) return '—'
  return (
    <ul className={styles.list}>
      {attachments.map(({ instance_id: id, label, path, mode }) => (
        <li key={id}>
          <Link to="/instance/myinstance/$id" params={{ id }} className={styles.link}>
            {label}
          </Link>{' '}
          at <code>{path}</code>
          {mode === 'read_only' && ', read-only'}
        </li>
      ))}
    </ul>
  )
}
