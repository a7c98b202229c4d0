import type { InstanceId } from '@gridloom/contract/core/ids'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { metricsQuery } from '../api/read-metrics.ts'

/** An instance's metrics over the last minutes. The page follows them: see `useMetricsStream`. */
export function useMetrics(id: InstanceId, minutes: number) {
  return useQuery(metricsQuery(useClient(), id, minutes))
}
