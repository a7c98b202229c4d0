import type { Cluster } from '@gridloom/contract/clusters/cluster'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useClusterAction } from './api/clusters.ts'

/** Start, stop and destroy, for all nodes together. */
export function ClusterButtons({ cluster }: { cluster: Cluster }) {
  const { id, name, state, nodes } = cluster
  const [asking, ask] = useDisclosure(false)
  const start = useClusterAction(id, 'start')
  const stop = useClusterAction(id, 'stop')
  const destroy = useClusterAction(id, 'destroy')
  const isOver = state === 'failed' || state === 'destroyed'
  if (isOver) return null
  const isWhole = nodes.every((node) => node.state !== 'destroyed')
  return (
    <>
      {(state === 'stopped' || state === 'impaired') && isWhole && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          loading={start.isPending}
          onClick={() => start.mutate(undefined)}
        >
          Start
        </Button>
      )}
      {(state === 'running' || state === 'impaired') && (
        <Button
          size="xs"
          leftSection={<IconPlayerStop size={14} />}
          loading={stop.isPending}
          title="The disks are kept"
          onClick={() => stop.mutate(undefined)}
        >
          Stop
        </Button>
      )}
      <Button size="xs" color="red" leftSection={<IconTrash size={14} />} onClick={ask.open}>
        Destroy
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Destroy ${name}?`}
        confirmWord="Delete permanently"
        busy={destroy.isPending}
        problem={destroy.error ? describeError(destroy.error).text : undefined}
        onConfirm={() => destroy.mutate(undefined, { onSuccess: ask.close })}
        onClose={ask.close}
      >
        This permanently deletes all {nodes.length} nodes with their disks, logs and metrics. This
        can’t be undone. The receipts are kept.
      </ConfirmDialog>
    </>
  )
}
