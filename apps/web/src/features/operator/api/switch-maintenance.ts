import type { Maintenance } from '@gridloom/contract/system/maintenance'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

/** Starts or ends maintenance mode. Every open page is notified. */
export function useSwitchMaintenance() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ on }: Pick<Maintenance, 'on'>) =>
      client.operator.switchMaintenance({ body: { on } }),
    onSuccess: (maintenance) => queryClient.setQueryData(operatorKeys.maintenance, maintenance),
  })
}
