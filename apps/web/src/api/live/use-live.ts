import type { MachineLoad } from '@gridloom/contract/machines/machine'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../query-keys.ts'

const noLoads: MachineLoad[] = []

/** Returns the load samples of a machine received since the page was opened, oldest first, at most 60. */
export function useMachineLoads(id: string): readonly MachineLoad[] {
  const { data } = useQuery<MachineLoad[]>({
    queryKey: keys.machineLoads(id),
    queryFn: () => noLoads,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    initialData: noLoads,
  })
  return data
}
