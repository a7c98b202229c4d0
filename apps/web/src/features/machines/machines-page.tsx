import { Button } from '@mantine/core'
import { IconPlus, IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { machinesQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../ui/components/side-panel.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { EnrolDialog } from './enrol/enrol-dialog.tsx'
import { FleetEarnings } from './list/fleet-earnings.tsx'
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
          {!machines.isPending && machines.data?.length !== 0 && <AddButton onClick={openEnrol} />}
        </>
      }
    >
      {machines.data && machines.data.length > 0 && <FleetStrip machines={machines.data} />}
      {machines.data?.length === 0 && <NoMachines enrol={openEnrol} />}
      {machines.data?.length !== 0 && (
        <Section title="Your machines" inset="flush">
          {machines.isPending && <SkeletonRows label="Loading your machines" rowHeight={68} />}
          {machines.isError && (
            <ErrorState
              title="Your machines could not be loaded"
              error={machines.error}
              retry={() => machines.refetch()}
            />
          )}
          {machines.data && <MachineTable machines={machines.data} />}
        </Section>
      )}
      <FleetEarnings />
      {enrol && machines.data && (
        <EnrolDialog machines={machines.data} close={() => navigate({ search: {} })} />
      )}
    </Page>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={onClick}>
      Add machine
    </Button>
  )
}

function NoMachines({ enrol }: { enrol: () => void }) {
  return (
    <WithSide side={<HostingHelp />}>
      <Section title="Your machines" inset="flush">
        <EmptyState
          icon={<IconServer2 size={20} stroke={1.6} />}
          title="No machine yet"
          action={<AddButton onClick={enrol} />}
        >
          Computers that you rent out appear here, with their load, price and earnings.
        </EmptyState>
      </Section>
    </WithSide>
  )
}

function HostingHelp() {
  return (
    <>
      <SidePanel title="What you need">
        <ul>
          <li>Linux, Windows or macOS, with or without GPUs</li>
          <li>Docker or Podman</li>
          <li>An outgoing connection; no port is opened</li>
        </ul>
      </SidePanel>
      <SidePanel title="Guides">
        <p>
          <Link to="/how-to-host">Ubuntu</Link> · <Link to="/how-to-host/windows">Windows</Link> ·{' '}
          <Link to="/how-to-host/mac">macOS</Link>
        </p>
      </SidePanel>
    </>
  )
}
