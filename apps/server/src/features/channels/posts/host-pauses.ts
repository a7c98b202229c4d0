/** Hosts that said when they accept requests again. In memory of one replica: it saves requests, and decides nothing. */
export interface HostPauses {
  /** Returns until when a host accepts no requests, or undefined. */
  until(host: string, now: Date): Date | undefined
  pause(host: string, until: Date): void
}

const hostsMax = 1_000

export function createHostPauses(): HostPauses {
  const pauses = new Map<string, Date>()
  return {
    until(host, now) {
      const until = pauses.get(host)
      if (until !== undefined && until > now) return until
      pauses.delete(host)
      return undefined
    },
    pause(host, until) {
      pauses.delete(host)
      pauses.set(host, until)
      const [oldest] = pauses.keys()
      if (pauses.size > hostsMax && oldest !== undefined) pauses.delete(oldest)
    },
  }
}
