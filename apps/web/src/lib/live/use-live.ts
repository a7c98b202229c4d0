import type { MachineLoad } from '@gridloom/contract/machines'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../api/keys.ts'
import { useRuntime } from '../runtime.tsx'
import { followEvents } from './follow-events.ts'

/** Keeps the page's one event stream open while the calling component is on the screen. */
export function useEventStream(): void {
  const runtime = useRuntime()
  useEffect(() => {
    const stop = new AbortController()
    // @NOTE the stream only ends by itself on a refusal; the live state shows that, and 401 signs out
    followEvents(runtime, stop.signal).catch(() => undefined)
    return () => stop.abort()
  }, [runtime])
}

const noLoads: MachineLoad[] = []

/** The loads of a machine that were heard since the page was opened, oldest first, 60 at most. */
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
