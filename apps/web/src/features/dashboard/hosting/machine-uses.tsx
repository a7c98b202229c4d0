import type { Hosting } from '@gridloom/contract/dashboard/dashboard'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Button } from '@mantine/core'
import { IconServer2 } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { type Column, Table } from '../../../ui/components/table.tsx'
import { MachineUse } from './machine-use.tsx'

const columns: readonly Column[] = [
  { text: 'Machine' },
  { text: 'Connected', align: 'number' },
  { text: 'Utilization, 30 days', align: 'number' },
  { text: 'Slots' },
  { text: 'Earned, 30 days', align: 'number' },
]

interface MachineUsesProps {
  hosting: Hosting
  machines: UseQueryResult<Machine[]>
}

/** Each machine with its connected time, utilization and earnings. */
export function MachineUses({ hosting, machines }: MachineUsesProps) {
  return (
    <Section
      title="Machines"
      note={machines.data && `${machines.data.length}`}
      inset="flush"
      actions={
        <Button size="compact-sm" variant="subtle" component={Link} to="/machines">
          All machines
        </Button>
      }
    >
      <Loaded query={machines} what="your machines">
        {(known) =>
          known.length === 0 ? (
            <NoMachine />
          ) : (
            <Table label="Machines" columns={columns}>
              {known.map((machine) => (
                <MachineUse
                  key={machine.id}
                  machine={machine}
                  use={hosting.machines.find(({ machine_id }) => machine_id === machine.id)}
                />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}

function NoMachine() {
  return (
    <EmptyState
      icon={<IconServer2 size={20} stroke={1.6} />}
      title="No machine now"
      action={
        <Button
          variant="filled"
          renderRoot={(props) => <Link {...props} to="/machines" search={{ enrol: true }} />}
        >
          Add machine
        </Button>
      }
    >
      You have removed all your machines. Their connected time and earnings still count above.
    </EmptyState>
  )
}
