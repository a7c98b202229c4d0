import type { GpuAlert } from '@gridloom/contract/monitoring/gpu-alert'
import { isThrottled } from '@gridloom/domain/gpu-alerts'
import { alertWords } from '../../../shared/monitoring/alert-words.ts'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import type { Device } from '../devices.ts'
import styles from '../monitoring.module.css'
import { reasonsWords } from './sensor-words.ts'

interface DeviceStateProps {
  device: Device
  alerts: readonly GpuAlert[]
}

/** The alerts of a device, else whether it runs at full speed; below, its memory errors. */
export function DeviceState({
  device: { machine, reading, isLive, gpu },
  alerts,
}: DeviceStateProps) {
  if (machine.status === 'waiting') return <StatusBadge tone="busy" word="Waiting" look="plain" />
  if (!isLive) return <StatusBadge tone="bad" word="Offline" look="plain" />
  if (gpu === null) return <StatusBadge tone="good" word="Online" look="plain" />
  const reasons = reading?.throttle_reasons ?? null
  return (
    <>
      {alerts.map((alert) => (
        <div key={alert.kind}>
          <StatusBadge
            tone="warn"
            word={shortWords[alert.kind]}
            title={alertWords(alert).text}
            look="plain"
          />
        </div>
      ))}
      {alerts.length === 0 && (
        <StatusBadge
          tone={isThrottled(reasons) ? 'warn' : 'good'}
          word={reasonsWords(reasons) ?? 'Online'}
          look="plain"
        />
      )}
      {reading?.ecc_uncorrected != null && (
        <div className={styles.small} title="Memory errors since the GPU was made">
          ECC {formatCount(reading.ecc_corrected ?? 0)} corrected,{' '}
          {formatCount(reading.ecc_uncorrected)} not
        </div>
      )}
      {reading?.fan_percent != null && (
        <div className={styles.small}>Fan {reading.fan_percent.toFixed(0)} %</div>
      )}
    </>
  )
}

const shortWords = {
  temperature: 'Too hot',
  throttling: 'Slowed down',
  ecc: 'Memory errors',
} as const satisfies Record<GpuAlert['kind'], string>
