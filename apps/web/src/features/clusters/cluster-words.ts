import type {
  Cluster,
  ClusterFailureCode,
  ClusterState,
  ClusterThroughput,
} from '@gridloom/contract/clusters/cluster'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Tone } from '../../ui/components/status-badge.tsx'

const statuses: Readonly<Record<ClusterState, { tone: Tone; word: string }>> = {
  starting: { tone: 'busy', word: 'Starting' },
  running: { tone: 'good', word: 'Running' },
  impaired: { tone: 'warn', word: 'Impaired' },
  stopped: { tone: 'idle', word: 'Stopped' },
  failed: { tone: 'bad', word: 'Failed' },
  destroyed: { tone: 'idle', word: 'Destroyed' },
}

export function clusterStatus({ state }: Pick<Cluster, 'state'>) {
  return statuses[state]
}

const failures: Readonly<Record<ClusterFailureCode, string>> = {
  node_failed: 'did not start',
  machine_lost: 'lost its machine',
  node_changed: 'was stopped or destroyed while the cluster was starting',
  timed_out: 'was not ready in time',
}

/** Says why a cluster failed: `train-1 did not start: The image is missing.` Empty for one that did not. */
export function failureText({ name, failure }: Pick<Cluster, 'name' | 'failure'>): string {
  if (failure === null) return ''
  const { code, rank, text } = failure
  const reason = text === null ? '.' : `: ${text}`
  return `${name}-${rank} ${failures[code]}${reason} All nodes were destroyed; each is charged for what it was used.`
}

/** Describes a measurement: `85.3 MiB/s from node-0 to node-1, between machines`. */
export function throughputText({
  bytes_per_s: perS,
  from,
  to,
  between_machines: isFar,
}: ClusterThroughput): string {
  const where = isFar ? 'between machines' : 'on one machine'
  return `${formatBytes(perS)}/s from node-${from} to node-${to}, ${where}`
}

/** The nodes to measure first: two on different machines, else the first two. */
export function pairToMeasure({ nodes }: Pick<Cluster, 'nodes'>): { from: number; to: number } {
  const [first] = nodes
  const other = nodes.find(({ machine_id }) => machine_id !== first?.machine_id)
  return { from: 0, to: other?.rank ?? 1 }
}
