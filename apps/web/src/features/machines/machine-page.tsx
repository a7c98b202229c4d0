import { MachineId } from '@gridloom/contract/core/ids'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { machineQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { MachineView } from './detail/machine-view.tsx'

const route = getRouteApi('/shell/machines/$id')
const crumbs = [{ text: 'Machines', to: '/machines' }]

/** The page of one of the provider's machines. */
export function MachinePage() {
  const parsed = MachineId.safeParse(route.useParams().id)
  if (parsed.success) return <KnownMachine id={parsed.data} />
  return (
    <Page title="Machine" crumbs={crumbs}>
      <ErrorState title="Machine not found" error={parsed.error} />
    </Page>
  )
}

function KnownMachine({ id }: { id: MachineId }) {
  const machine = useQuery(machineQuery(useClient(), id))
  if (machine.data) return <MachineView machine={machine.data} />
  return (
    <Page title="Machine" crumbs={crumbs}>
      {machine.isError ? (
        <ErrorState
          title="The machine could not be loaded"
          error={machine.error}
          retry={() => machine.refetch()}
        />
      ) : (
        <>
          <SkeletonBlock height={84} label="Loading the machine" />
          <SkeletonBlock height={320} label="Loading prices and hardware" />
        </>
      )}
    </Page>
  )
}
