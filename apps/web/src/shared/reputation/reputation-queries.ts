import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Evidence } from '@gridloom/contract/reputation/evidence'
import type { TrustPart } from '@gridloom/contract/reputation/trust'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'

/** Scores change with new facts, at most once a minute. */
const scoreEveryMs = 60_000
/** As many as a dialog shows. */
const factsShown = 100

/** Fetches the trust score of a machine. */
export function trustQuery(client: Client, id: MachineId) {
  return queryOptions({
    queryKey: keys.trust(id),
    queryFn: ({ signal }) => client.reputation.readTrust({ params: { id }, signal }),
    refetchInterval: scoreEveryMs,
  })
}

/** Fetches the last facts of a part of a score, newest first. */
export function factsQuery(client: Client, id: MachineId, part: TrustPart) {
  return queryOptions({
    queryKey: keys.trustFacts(id, part),
    queryFn: async ({ signal }) => {
      const query = { part, last: factsShown }
      const response = await client.reputation.readEvidence({ params: { id }, query, signal })
      return factsIn(await response.text()).toReversed()
    },
  })
}

function factsIn(lines: string): Evidence[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Evidence.parse(JSON.parse(line)))
}

/** How many reviews a page shows. */
export const reviewsShown = 10

/** Fetches a page of the reviews of a machine, newest first. */
export function reviewsQuery(client: Client, id: MachineId, page: number) {
  const query = { offset: (page - 1) * reviewsShown, limit: reviewsShown }
  return queryOptions({
    queryKey: keys.reviewPage(id, page),
    queryFn: ({ signal }) => client.reputation.listReviews({ params: { id }, query, signal }),
  })
}
