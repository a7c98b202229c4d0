import type { Instance } from '@gridloom/contract/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Whether the ports of an instance can be reached: this installation serves them, and it was not destroyed. */
export function useHasAddresses({ state }: Pick<Instance, 'state'>): boolean {
  const config = useQuery(configQuery(useClient()))
  const { apps_domain: domain = null, tcp_host: host = null } = config.data ?? {}
  return state !== 'destroyed' && (domain !== null || host !== null)
}

/** Whether ports of instances can have public TCP ports here. */
export function useHasTcpPorts(): boolean {
  const config = useQuery(configQuery(useClient()))
  return (config.data?.tcp_host ?? null) !== null
}
