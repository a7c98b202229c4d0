import { useState } from 'react'
import { z } from 'zod'
import { useRuntime } from '../../api/runtime.tsx'

const Ids = z.array(z.string())
/** Older ones are over by then; the list must not grow for ever. */
const keptMax = 50

/** The announcements that were put away in this browser, and what puts one more away. */
export function useDismissed(): [readonly string[], (id: string) => void] {
  const { kept } = useRuntime()
  const [ids, setIds] = useState(() => readIds(kept.read('dismissedAnnouncements')))
  return [
    ids,
    (id) => {
      const next = [...ids, id].slice(-keptMax)
      kept.write('dismissedAnnouncements', JSON.stringify(next))
      setIds(next)
    },
  ]
}

function readIds(text: string | undefined): readonly string[] {
  try {
    return Ids.parse(JSON.parse(text ?? '[]'))
  } catch {
    // @NOTE what cannot be read was not put away
    return []
  }
}
