import type { StreamState } from '@gridloom/client/call-options'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { metricsKey, metricsQuery } from '../api/read-metrics.ts'
import { appendSample } from './chart-series.ts'

/** An instance's metrics over the last minutes, extended by each live sample. */
export function useMetrics(id: InstanceId, minutes: number) {
  const client = useClient()
  const queryClient = useQueryClient()
  const history = useQuery(metricsQuery(client, id, minutes))
  const [stream, setStream] = useState<StreamState | 'opening' | 'failed'>('opening')

  useEffect(() => {
    const stop = new AbortController()
    async function follow(): Promise<void> {
      const events = client.instances.followMetrics({
        params: { id },
        signal: stop.signal,
        onState: setStream,
      })
      for await (const { data } of events) {
        queryClient.setQueryData<MetricSample[]>(
          metricsKey(id, minutes),
          (samples) => samples && appendSample(samples, data, minutes),
        )
      }
    }
    // @NOTE a refusal ends the stream; the badge shows it, and the history stays
    follow().catch(() => setStream('failed'))
    return () => stop.abort()
  }, [client, queryClient, id, minutes])

  return { history, stream }
}
