import type { Machine } from '@gridloom/contract/machines/machine'
import { useState } from 'react'

/** Returns a machine that was not in the list when the caller mounted. */
export function useArrival(machines: readonly Machine[]): Machine | undefined {
  const [knownIds] = useState(() => new Set<string>(machines.map(({ id }) => id)))
  return machines.find(({ id }) => !knownIds.has(id))
}
