import type { Instance } from '@gridloom/contract/instances'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay, IconPlayerStop, IconTerminal2, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatPerHour } from '../../../lib/format/money.ts'
import { useStartInstance } from '../api/start-instance.ts'
import { useStopInstance } from '../api/stop-instance.ts'
import { possibleActions } from '../instance-actions.ts'
import { instanceName } from '../instance-words.ts'
import { DestroyDialog } from '../parts/destroy-dialog.tsx'
import styles from './instance-list.module.css'

/** Terminal, start or stop, destroy, in one row of icons with words on hover. */
export function RowActions({ instance }: { instance: Instance }) {
  const [asking, ask] = useDisclosure(false)
  const start = useStartInstance(instance.id)
  const stop = useStopInstance(instance.id)
  const can = possibleActions(instance)
  const name = instanceName(instance)
  const startWords = `Start for ${formatPerHour(instance.running_micro_usd_per_hour)}`
  return (
    <div className={styles.actions}>
      {can.reach && (
        <Tooltip label="Terminal">
          <ActionIcon
            size={32}
            aria-label={`Terminal of ${name}`}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/instance/myinstance/$id"
                params={{ id: instance.id }}
                search={{ tab: 'terminal' }}
              />
            )}
          >
            <IconTerminal2 size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {can.start && (
        <Tooltip label={startWords}>
          <ActionIcon
            size={32}
            aria-label={`${startWords}: ${name}`}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            <IconPlayerPlay size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {can.stop && (
        <Tooltip label="Stop, the disk is kept">
          <ActionIcon
            size={32}
            aria-label={`Stop ${name}`}
            loading={stop.isPending}
            onClick={() => stop.mutate()}
          >
            <IconPlayerStop size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {can.destroy && (
        <Tooltip label="Destroy">
          <ActionIcon size={32} aria-label={`Destroy ${name}`} onClick={ask.open}>
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      <DestroyDialog instance={instance} opened={asking} onClose={ask.close} />
    </div>
  )
}
