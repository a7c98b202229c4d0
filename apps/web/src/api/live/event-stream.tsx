import { useEffect } from 'react'
import { isCode } from '../is-code.ts'
import { useAuth, useRuntime } from '../runtime.tsx'
import { followEvents } from './follow-events.ts'

/** Keeps the page's one event stream open while mounted; switching to a company opens a new one. */
export function EventStream() {
  const companyId = useAuth(({ user }) => user?.active_company?.company_id)
  return <OneStream key={companyId ?? 'oneself'} />
}

function OneStream() {
  const runtime = useRuntime()
  useEffect(() => {
    const stop = new AbortController()
    // @NOTE the stream rejects only when the server refuses it; the live state shows that, and a 401 signs out
    followEvents(runtime, stop.signal).catch((error: unknown) => {
      if (isCode(error, 'membership_ended')) runtime.auth.holdMembershipEnded()
    })
    return () => stop.abort()
  }, [runtime])
  return null
}
