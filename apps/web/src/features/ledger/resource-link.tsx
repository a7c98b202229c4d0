import type {
  InstanceId,
  MachineId,
  RenderJobId,
  ReservationId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { instancesQuery, machinesQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import styles from './resource-link.module.css'

/** What a charge or an earning is about. */
export interface BilledResource {
  instance_id: InstanceId | null
  render_job_id: RenderJobId | null
  volume_id: VolumeId | null
  reservation_id: ReservationId | null
  machine_id?: MachineId | null
  product: string | null
}

/** Links the instance, render job, volume, machine or model usage, by its label where that is known. */
export function ResourceLink({ of }: { of: BilledResource }) {
  const { instance_id: instance, render_job_id: job, machine_id: machine } = of
  const labels = useLabels()
  if (instance !== null)
    return (
      <Link to="/instance/myinstance/$id" params={{ id: instance }} className={styles.link}>
        {labels.get(instance) ?? 'Instance'}
      </Link>
    )
  if (job !== null)
    return (
      <Link to="/render/process/$id" params={{ id: job }} className={styles.link}>
        Render job
      </Link>
    )
  if (of.reservation_id !== null)
    return (
      <Link to="/instance/reservations" className={styles.link}>
        Reservation
      </Link>
    )
  if (of.volume_id !== null)
    return (
      <Link to="/volumes" className={styles.link}>
        Volume
      </Link>
    )
  if (machine)
    return labels.has(machine) ? (
      <Link to="/machines/$id" params={{ id: machine }} className={styles.link}>
        {labels.get(machine)}
      </Link>
    ) : (
      'Removed machine'
    )
  return of.product === 'models' ? (
    <Link to="/model-hub" className={styles.link}>
      Model usage
    </Link>
  ) : null
}

/** The labels of instances and machines. Links work without them, so a failure to load is not shown. */
function useLabels(): ReadonlyMap<string, string> {
  const client = useClient()
  const { data: instances = [] } = useQuery(instancesQuery(client, 'all'))
  const { data: machines = [] } = useQuery(machinesQuery(client))
  return new Map<string, string>([
    ...instances.map(({ id, label, template_name: name }) => [id, label || name] as const),
    ...machines.map(({ id, name }) => [id, name] as const),
  ])
}
