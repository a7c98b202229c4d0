import type { Instance } from '@gridloom/contract/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Whether the ports of an instance have addresses: this installation serves them, and it was not destroyed. */
export function useHasAddresses({ state }: Pick<Instance, 'state'>): boolean {
  const config = useQuery(configQuery(useClient()))
  return state !== 'destroyed' && (config.data?.apps_domain ?? null) !== null
}
