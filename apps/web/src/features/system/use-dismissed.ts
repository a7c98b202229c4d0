import { useState } from 'react'
import { z } from 'zod'
import { useRuntime } from '../../api/runtime.tsx'

const Ids = z.array(z.string())
/** Limits the stored list; announcements older than this have ended. */
const keptMax = 50

/** Returns the announcements dismissed in this browser, and a function that dismisses one more. */
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
    // @NOTE an unreadable list counts as empty
    return []
  }
}
