import type { Hosting } from '@gridloom/contract/dashboard/dashboard'
import type { Machine } from '@gridloom/contract/machines/machine'
import { useQuery } from '@tanstack/react-query'
import { machinesQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { gpuAlertsQuery } from '../../../shared/monitoring/alerts-query.ts'
import { PartTitle } from '../part-title.tsx'
import { Problems } from '../problems/problems.tsx'
import { problemsOf } from '../problems/problems-of.ts'
import { HostingCharts } from './hosting-charts.tsx'
import { HostingStrip } from './hosting-strip.tsx'
import { MachineUses } from './machine-uses.tsx'

interface HostingPartProps {
  hosting: Hosting
  title: string | undefined
}

const noMachines: readonly Machine[] = []

/** The machines that an account hosts: problems first, then four figures, charts, and each machine. */
export function HostingPart({ hosting, title }: HostingPartProps) {
  const client = useClient()
  const machines = useQuery(machinesQuery(client))
  const alerts = useQuery(gpuAlertsQuery(client))
  const known = machines.data ?? noMachines
  return (
    <>
      <Problems problems={problemsOf(known, alerts.data ?? [])} />
      {title && <PartTitle>{title}</PartTitle>}
      <HostingStrip hosting={hosting} machines={known} />
      <HostingCharts hosting={hosting} />
      <MachineUses hosting={hosting} machines={machines} />
    </>
  )
}
