import type { Instance } from '@gridloom/contract/instances/instance'
import { Link } from '@tanstack/react-router'
import styles from '../instance-page.module.css'

/** The cluster that an instance is a node of; nothing for any other. */
export function ClusterNote({ instance: { cluster } }: { instance: Instance }) {
  if (cluster === null) return null
  return (
    <p className={styles.cluster}>
      Node {cluster.rank} of {cluster.size} in the cluster{' '}
      <Link to="/clusters">{cluster.name}</Link>
    </p>
  )
}
