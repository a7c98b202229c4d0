import { Cluster, ClusterMember } from '@gridloom/contract/clusters/cluster'
import { anInstance, sampleId, secondsBefore } from './samples.ts'

export function aMember(changes: object = {}): ClusterMember {
  const { machine_id, machine_name } = anInstance()
  return ClusterMember.parse({
    rank: 0,
    host: 'node-0',
    address: '10.203.0.1',
    instance_id: sampleId('ins', 1),
    label: 'train-0',
    state: 'running',
    ready: true,
    machine_id,
    machine_name,
    running_micro_usd_per_hour: 76_000,
    cost_micro_usd: 12_000,
    ...changes,
  })
}

/** A cluster of two nodes on different machines. */
export function aCluster(changes: object = {}): Cluster {
  const other = {
    ...{ rank: 1, host: 'node-1', address: '10.203.0.2', label: 'train-1' },
    ...{ instance_id: sampleId('ins', 2), machine_id: sampleId('mch', 2), machine_name: 'loom-02' },
  }
  return Cluster.parse({
    id: sampleId('clu', 1),
    name: 'train',
    state: 'running',
    failure: null,
    nodes: [aMember(), aMember(other)],
    start_by: null,
    created_at: secondsBefore(700),
    ready_at: secondsBefore(600),
    ended_at: null,
    throughput: null,
    ...changes,
  })
}
