import type { Machine } from '@gridloom/contract/machines/machine'
import type { OperatorMachine } from '@gridloom/contract/operator/machine'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { machineStatus } from '../../../shared/status/machine-status.ts'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { hardwareLine } from '../../../ui/format/hardware.ts'
import { useUnlistMachine } from '../api/unlist-machine.ts'
import { useVouchForMachine } from '../api/vouch-for-machine.ts'
import styles from '../operator.module.css'
import { ReasonDialog } from '../reason-dialog.tsx'

const columns: readonly Column[] = [
  { text: 'Machine' },
  { text: 'Owner' },
  { text: 'Status' },
  { text: 'Last seen' },
  { text: 'Slots rented', align: 'number' },
  { text: 'Market' },
  { text: 'Rendering' },
  { text: 'Actions', head: 'hidden' },
]

/** Machines with their owners and their state. */
export function AllMachinesTable({ machines }: { machines: readonly OperatorMachine[] }) {
  return (
    <Table label="Machines" columns={columns}>
      {machines.map(({ machine, owner_email: owner, vouched }) => (
        <tr key={machine.id}>
          <RowHead>
            <span className={styles.name}>{machine.name}</span>
            <div className={styles.sub}>
              {machine.hardware ? hardwareLine(machine.hardware) : 'Not connected yet'}
            </div>
          </RowHead>
          <Cell label="Owner">
            <Link to="/operator/users" search={{ search: owner }} className={styles.owner}>
              {owner}
            </Link>
          </Cell>
          <Cell label="Status">
            <StatusBadge {...machineStatus(machine)} look="plain" />
            {machine.problems.map(({ text }) => (
              <div key={text} className={styles.sub}>
                {text}
              </div>
            ))}
          </Cell>
          <Cell label="Last seen">
            {machine.last_seen_at === null ? (
              'Not connected yet'
            ) : (
              <TimeAgo at={machine.last_seen_at} />
            )}
          </Cell>
          <Cell label="Slots rented" align="number">
            {machine.slots_rented} of {machine.slots_total}
          </Cell>
          <Cell label="Market">{machine.listed ? 'Listed' : 'Not listed'}</Cell>
          <Cell label="Rendering">{renderWords(vouched)}</Cell>
          <Cell holds="buttons">
            <span className={styles.buttons}>
              {vouched !== null && <Vouch machine={machine} vouched={vouched} />}
              {machine.listed && <Unlist machine={machine} />}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function renderWords(vouched: boolean | null): string {
  if (vouched === null) return 'No'
  return vouched ? 'Vouched for' : 'Checked by others'
}

/**
 * Vouches for a machine or revokes it. Its checks then release other machines' pay, so the button names the machine.
 */
function Vouch({ machine, vouched }: { machine: Machine; vouched: boolean }) {
  const vouch = useVouchForMachine()
  const word = vouched ? 'Stop vouching' : 'Vouch'
  return (
    <Button
      size="xs"
      variant="default"
      loading={vouch.isPending}
      onClick={() => vouch.mutate({ machine, vouched: !vouched })}
      aria-label={`${word} for ${machine.name}`}
      title="Checks by a machine you vouch for release other machines’ pay"
    >
      {word}
    </Button>
  )
}

function Unlist({ machine }: { machine: Machine }) {
  const unlist = useUnlistMachine()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" color="red" onClick={open} aria-label={`Unlist ${machine.name}`}>
        Unlist
      </Button>
      {opened && (
        <ReasonDialog
          title={`Unlist ${machine.name}?`}
          word="Unlist machine"
          busy={unlist.isPending}
          send={(reason, hooks) => unlist.mutate({ machine, reason }, hooks)}
          close={close}
        >
          It can’t be rented until its owner lists it again. Running instances continue.
        </ReasonDialog>
      )}
    </>
  )
}
