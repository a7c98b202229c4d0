import { Button } from '@mantine/core'
import { IconPlus, IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { machinesQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { EnrolDialog } from './enrol/enrol-dialog.tsx'
import { FleetStrip } from './list/fleet-strip.tsx'
import { MachineTable } from './list/machine-table.tsx'
import { listCode } from './machine-code.ts'

const route = getRouteApi('/shell/machines')

/** The provider's machines with their state, earnings and problems. */
export function MachinesPage() {
  const { enrol } = route.useSearch()
  const navigate = route.useNavigate()
  const machines = useQuery(machinesQuery(useClient()))
  const openEnrol = () => navigate({ search: { enrol: true } })
  return (
    <Page
      title="Machines"
      lead="Computers you rent out. You set the price. The agent connects out, so no open port is needed."
      actions={
        <>
          <AsCode actions={listCode} />
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={openEnrol}>
            Enrol a machine
          </Button>
        </>
      }
    >
      {machines.data && machines.data.length > 0 && <FleetStrip machines={machines.data} />}
      <Section title="Your machines" inset="flush">
        {machines.isPending && <SkeletonRows label="Loading your machines" rowHeight={68} />}
        {machines.isError && (
          <ErrorState
            title="Your machines could not be loaded"
            error={machines.error}
            retry={() => machines.refetch()}
          />
        )}
        {machines.data?.length === 0 && <NoMachines enrol={openEnrol} />}
        {machines.data && machines.data.length > 0 && <MachineTable machines={machines.data} />}
      </Section>
      {enrol && machines.data && (
        <EnrolDialog machines={machines.data} close={() => navigate({ search: {} })} />
      )}
    </Page>
  )
}

function NoMachines({ enrol }: { enrol: () => void }) {
  return (
    <EmptyState
      icon={<IconServer2 size={20} stroke={1.6} />}
      title="No machine yet"
      action={
        <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={enrol}>
          Enrol your first machine
        </Button>
      }
    >
      Any Linux computer with Docker can earn credit, with or without GPUs. Connect it with one
      command. You can change the price or unlist it at any time.
    </EmptyState>
  )
}
