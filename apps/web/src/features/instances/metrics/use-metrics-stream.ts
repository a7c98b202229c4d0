import type { StreamState } from '@gridloom/client/call-options'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { metricsKey, metricsKeyOf } from '../api/read-metrics.ts'
import { appendSample } from './chart-series.ts'

export type MetricsStreamState = StreamState | 'opening' | 'failed'

/**
 * Follows the metrics of an instance while it runs, and adds each sample to everything that was read of them. One
 * stream serves the whole page, as browsers open only six connections to a server that does not speak HTTP/2.
 */
export function useMetricsStream({ id, state }: Instance): MetricsStreamState {
  const client = useClient()
  const queryClient = useQueryClient()
  const [stream, setStream] = useState<MetricsStreamState>('opening')
  const isRunning = state === 'running'

  useEffect(() => {
    if (!isRunning) return
    const stop = new AbortController()
    async function follow(): Promise<void> {
      const events = client.instances.followMetrics({
        params: { id },
        signal: stop.signal,
        onState: setStream,
      })
      for await (const { data } of events) {
        for (const minutes of minutesRead()) {
          queryClient.setQueryData<MetricSample[]>(
            metricsKey(id, minutes),
            (samples) => samples && appendSample(samples, data, minutes),
          )
        }
      }
    }
    function minutesRead(): number[] {
      const read = queryClient.getQueriesData({ queryKey: metricsKeyOf(id) })
      return read.map(([key]) => Number(key.at(-1)))
    }
    // @NOTE a refusal ends the stream; the badge shows it, and the history stays
    follow().catch(() => setStream('failed'))
    return () => stop.abort()
  }, [client, queryClient, id, isRunning])

  return stream
}
