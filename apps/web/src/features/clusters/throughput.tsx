import type { Cluster } from '@gridloom/contract/clusters/cluster'
import { Button } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { useMeasureThroughput } from './api/clusters.ts'
import { pairToMeasure, throughputText } from './cluster-words.ts'
import styles from './clusters.module.css'

/** The last measurement of the network, and the button that repeats it while all nodes run. */
export function Throughput({ cluster }: { cluster: Cluster }) {
  const { id, state, throughput } = cluster
  const measure = useMeasureThroughput(id)
  const canMeasure = state === 'running'
  if (throughput === null && !canMeasure) return null
  return (
    <div className={styles.foot}>
      <p className={styles.text} role="status">
        {throughput === null ? (
          'The network between the nodes was not measured yet.'
        ) : (
          <>
            <strong>{throughputText(throughput)}</strong> over one TCP connection, measured{' '}
            <TimeAgo at={throughput.measured_at} />.
          </>
        )}
      </p>
      {canMeasure && (
        <Button
          size="xs"
          leftSection={<IconGauge size={14} />}
          loading={measure.isPending}
          onClick={() => measure.mutate(pairToMeasure(cluster))}
        >
          Measure network
        </Button>
      )}
    </div>
  )
}
