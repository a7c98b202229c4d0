import type { Instance } from '@gridloom/contract/instances/instance'
import { Checkbox } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import { isRowPress } from '../../../ui/components/row-press.ts'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { chargedNow } from '../cost.ts'
import { instanceHardwareLine, instanceName } from '../instance-words.ts'
import { ManyBar } from '../many/many-bar.tsx'
import { isSelectable, type Selection, useSelection } from '../many/use-selection.ts'
import { CostTicker } from '../parts/cost-ticker.tsx'
import { Uptime } from '../parts/uptime.tsx'
import styles from './instance-list.module.css'
import { InstanceStateCell } from './instance-state.tsx'
import { LoadCell } from './load-cell.tsx'
import { RowActions } from './row-actions.tsx'

const columns: readonly Column[] = [
  { text: 'Instance' },
  { text: 'State' },
  { text: 'Machine' },
  { text: 'Load' },
  { text: 'Charged for', align: 'number' },
  { text: 'Spend rate', align: 'number' },
  { text: 'Cost so far', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

/** The instances, one live row each. */
export function InstanceTable({ instances }: { instances: readonly Instance[] }) {
  const selection = useSelection(instances)
  const total = instances.filter(isSelectable).length
  return (
    <section className={styles.frame} aria-label="Instances">
      {total > 0 && <ManyBar total={total} selection={selection} />}
      <Table label="Instances" columns={columns}>
        {instances.map((instance) => (
          <InstanceRow key={instance.id} instance={instance} selection={selection} />
        ))}
      </Table>
    </section>
  )
}

function InstanceRow({ instance, selection }: { instance: Instance; selection: Selection }) {
  const navigate = useNavigate()
  const { id } = instance
  return (
    // @NOTE a pointer may press anywhere in the row; keyboards and screen readers use the link of the name
    <tr
      className={styles.row}
      data-gone={instance.state === 'destroyed'}
      onClick={(event) => {
        if (isRowPress(event)) void navigate({ to: '/instance/myinstance/$id', params: { id } })
      }}
    >
      <RowHead>
        <div className={styles.named}>
          <Checkbox
            size="xs"
            className={styles.check ?? ''}
            aria-label={`Select ${instanceName(instance)}`}
            checked={selection.has(id) && isSelectable(instance)}
            disabled={!isSelectable(instance)}
            onChange={() => selection.toggle(id)}
          />
          <div>
            <Link to="/instance/myinstance/$id" params={{ id }} className={styles.name}>
              {instanceName(instance)}
            </Link>
            <div className={styles.sub}>{instance.template_name}</div>
            {instance.project !== null && <div className={styles.sub}>{instance.project}</div>}
            {instance.note !== '' && (
              <div className={`${styles.sub} ${styles.noteLine}`} title={instance.note}>
                {instance.note}
              </div>
            )}
          </div>
        </div>
      </RowHead>
      <Cell holds="words">
        <InstanceStateCell instance={instance} />
      </Cell>
      <Cell holds="words">
        {instance.machine_name}
        <div className={styles.sub}>{instanceHardwareLine(instance)}</div>
      </Cell>
      <Cell label="Load" holds="words">
        <LoadCell instance={instance} />
      </Cell>
      <Costs instance={instance} />
      <Cell holds="corner">
        <RowActions instance={instance} />
      </Cell>
    </tr>
  )
}

function Costs({ instance }: { instance: Instance }) {
  return (
    <>
      <Cell label="Charged for" align="number">
        <Uptime instance={instance} />
      </Cell>
      <Cell label="Spend rate" align="number">
        <Burn instance={instance} />
      </Cell>
      <Cell label="Cost so far" align="number">
        <span className={styles.cost}>
          <CostTicker instance={instance} />
        </span>
      </Cell>
    </>
  )
}

/** The hourly price in the present state; zero before charging starts. */
function Burn({ instance }: { instance: Instance }) {
  const now = chargedNow(instance)
  if (now > 0) {
    return (
      <>
        <HourlyPrice microUsdPerHour={now} />
        {instance.bid !== null && (
          <div className={styles.sub}>bid {formatPerHour(instance.bid.max_micro_usd_per_hour)}</div>
        )}
      </>
    )
  }
  return <span className={styles.sub}>{instance.state === 'destroyed' ? '–' : 'not charged'}</span>
}
