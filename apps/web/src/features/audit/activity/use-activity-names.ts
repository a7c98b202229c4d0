import { useQuery } from '@tanstack/react-query'
import { detailsQuery, instancesQuery, machinesQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { apiKeysQuery } from '../../../shared/keys/keys-queries.ts'
import type { ActivityNames } from './activity-words.ts'

/** Loads the names of the user's resources. The log is useful without them, so a failure to load them is not shown. */
export function useActivityNames(): ActivityNames {
  const client = useClient()
  const details = useQuery(detailsQuery(client)).data
  const { data: instances = [] } = useQuery(instancesQuery(client, 'all'))
  const { data: machines = [] } = useQuery(machinesQuery(client))
  const { data: apiKeys = [] } = useQuery(apiKeysQuery(client))
  const company = details?.active_company
  return {
    self: details?.account_id,
    byId: new Map<string, string>([
      ...instances.map(({ id, label, template_name: name }) => [id, label || name] as const),
      ...machines.map(({ id, name }) => [id, name] as const),
      ...apiKeys.map(({ id, name }) => [id, name] as const),
      ...(company ? [[company.company_id, company.name] as const] : []),
    ]),
  }
}
