import type { Cluster, ClusterMember } from '@gridloom/contract/clusters/cluster'
import { Link } from '@tanstack/react-router'
import { instanceStatus } from '../../shared/status/instance-status.ts'
import { HourlyPrice, Money } from '../../ui/components/money.tsx'
import { Section } from '../../ui/components/section.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { ClusterButtons } from './cluster-buttons.tsx'
import { clusterStatus, failureText } from './cluster-words.ts'
import styles from './clusters.module.css'
import { Throughput } from './throughput.tsx'

const columns: readonly Column[] = [
  { text: 'Node' },
  { text: 'State' },
  { text: 'Address' },
  { text: 'Machine' },
  { text: 'Price', align: 'number' },
  { text: 'Cost so far', align: 'number' },
]

/** One cluster: its state, what can be done with it, its nodes, and the last measurement of its network. */
export function ClusterSection({ cluster }: { cluster: Cluster }) {
  const { start_by: startBy, failure } = cluster
  return (
    <Section
      title={cluster.name}
      note={<StatusBadge look="plain" {...clusterStatus(cluster)} />}
      actions={<ClusterButtons cluster={cluster} />}
      inset="flush"
    >
      {failure !== null && (
        <p className={styles.failure} role="status">
          {failureText(cluster)}
        </p>
      )}
      {startBy !== null && (
        <p className={styles.failure} role="status">
          All nodes must be ready <TimeAgo at={startBy} />; otherwise all are destroyed.
        </p>
      )}
      <Table label={`Nodes of ${cluster.name}`} columns={columns}>
        {cluster.nodes.map((node) => (
          <NodeRow key={node.instance_id} node={node} />
        ))}
      </Table>
      <Throughput cluster={cluster} />
    </Section>
  )
}

function NodeRow({ node }: { node: ClusterMember }) {
  return (
    <tr>
      <RowHead>
        <Link
          to="/instance/myinstance/$id"
          params={{ id: node.instance_id }}
          className={styles.node}
        >
          {node.label}
        </Link>
        <div className={styles.sub}>{node.host}</div>
      </RowHead>
      <Cell label="State">
        <StatusBadge look="plain" {...instanceStatus(node)} />
      </Cell>
      <Cell label="Address">
        <code>{node.address}</code>
      </Cell>
      <Cell label="Machine">{node.machine_name}</Cell>
      <Cell label="Price" align="number">
        <HourlyPrice microUsdPerHour={node.running_micro_usd_per_hour} />
      </Cell>
      <Cell label="Cost so far" align="number">
        <Money microUsd={node.cost_micro_usd} />
      </Cell>
    </tr>
  )
}
