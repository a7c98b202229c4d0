import type { Hosting } from '@gridloom/contract/dashboard/dashboard'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Link } from '@tanstack/react-router'
import { machineStatus } from '../../../shared/status/machine-status.ts'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { SlotPips } from '../../../ui/components/slot-pips.tsx'
import { SparkBars } from '../../../ui/components/spark-bars.tsx'
import { Sparkline } from '../../../ui/components/sparkline.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, RowHead } from '../../../ui/components/table.tsx'
import { hardwareLine } from '../../../ui/format/hardware.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { formatPercent } from '../../../ui/format/numbers.ts'
import { connectedWords } from '../connected-words.ts'
import styles from '../dashboard.module.css'

interface MachineUseProps {
  machine: Machine
  /** `undefined`: it was added after the dashboard was read. */
  use: Hosting['machines'][number] | undefined
}

/** One machine: how long it was connected, how much it was rented, and what it earned. */
export function MachineUse({ machine, use }: MachineUseProps) {
  const { hardware, earned_days: days, earning_micro_usd_per_hour: rate } = machine
  const earned = days.reduce((sum, day) => sum + day, 0)
  const share = use?.utilization_percent ?? null
  return (
    <tr>
      <RowHead>
        <div className={styles.nameLine}>
          <Link to="/machines/$id" params={{ id: machine.id }} className={styles.link}>
            {machine.name}
          </Link>
          <StatusBadge {...machineStatus(machine)} look="plain" />
        </div>
        <div className={styles.small}>
          {hardware ? hardwareLine(hardware) : 'Waiting for the hardware report'}
        </div>
      </RowHead>
      <Cell label="Connected" align="number">
        {use ? connectedWords(use.connectedTime) : '—'}
      </Cell>
      <Cell label="Utilization, 30 days" align="number">
        <div className={styles.trend}>
          {use && share !== null && (
            <Sparkline
              values={use.utilization_days}
              max={100}
              width={80}
              label={`Utilization of ${machine.name} by day in percent`}
            />
          )}
          {share === null ? '—' : formatPercent(share)}
        </div>
      </Cell>
      <Cell label="Slots">
        <SlotPips count={machine.slots_rented} total={machine.slots_total} shows="rented" />
      </Cell>
      <Cell label="Earned, 30 days" align="number">
        <div className={styles.trend}>
          {earned > 0 && (
            <SparkBars
              width={80}
              values={days}
              label={`${formatMoney(earned)} earned in 30 days`}
            />
          )}
          <Money microUsd={earned} />
        </div>
        {rate > 0 && (
          <div className={styles.small}>
            now <HourlyPrice microUsdPerHour={rate} />
          </div>
        )}
      </Cell>
    </tr>
  )
}
