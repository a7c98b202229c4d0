import { useEffect } from 'react'
import { isCode } from '../is-code.ts'
import { useAuth, useRuntime } from '../runtime.tsx'
import { followEvents } from './follow-events.ts'

/** Keeps the page's one event stream open while it stands on the screen: for a company, a stream of its own. */
export function EventStream() {
  const companyId = useAuth(({ user }) => user?.acting_for?.company_id)
  return <OneStream key={companyId ?? 'oneself'} />
}

function OneStream() {
  const runtime = useRuntime()
  useEffect(() => {
    const stop = new AbortController()
    // @NOTE the stream only ends by itself on a refusal; the live state shows that, and 401 signs out
    followEvents(runtime, stop.signal).catch((error: unknown) => {
      if (isCode(error, 'membership_ended')) runtime.auth.holdMembershipEnded()
    })
    return () => stop.abort()
  }, [runtime])
  return null
}
