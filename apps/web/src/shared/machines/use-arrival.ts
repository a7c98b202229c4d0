import type { Machine } from '@gridloom/contract/machines/machine'
import { useState } from 'react'

/** The machine that is there now and was not when the calling component first drew. */
export function useArrival(machines: readonly Machine[]): Machine | undefined {
  const [knownIds] = useState(() => new Set<string>(machines.map(({ id }) => id)))
  return machines.find(({ id }) => !knownIds.has(id))
}
