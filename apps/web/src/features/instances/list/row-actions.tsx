import type { Instance } from '@gridloom/contract/instances/instance'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay, IconPlayerStop, IconTerminal2, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatPerHour } from '../../../ui/format/money.ts'
import { useStartInstance } from '../api/start-instance.ts'
import { useStopInstance } from '../api/stop-instance.ts'
import { possibleActions } from '../instance-actions.ts'
import { instanceName } from '../instance-words.ts'
import { DestroyDialog } from '../parts/destroy-dialog.tsx'
import styles from './instance-list.module.css'

/** Terminal, start or stop, and destroy as icon buttons with tooltips. */
export function RowActions({ instance }: { instance: Instance }) {
  const [asking, ask] = useDisclosure(false)
  const start = useStartInstance(instance.id)
  const stop = useStopInstance(instance.id)
  const can = possibleActions(instance)
  const name = instanceName(instance)
  const startWords = `Start for ${formatPerHour(instance.running_micro_usd_per_hour)}`
  return (
    <div className={styles.actions}>
      {can.reach && <TerminalLink instance={instance} />}
      {can.start && (
        <IconAction
          words={startWords}
          label={`${startWords}: ${name}`}
          busy={start.isPending}
          onPress={() => start.mutate()}
        >
          <IconPlayerPlay size={17} stroke={1.7} />
        </IconAction>
      )}
      {can.stop && (
        <IconAction
          words="Stop and keep the disk"
          label={`Stop ${name}`}
          busy={stop.isPending}
          onPress={() => stop.mutate()}
        >
          <IconPlayerStop size={17} stroke={1.7} />
        </IconAction>
      )}
      {can.destroy && (
        <IconAction words="Destroy" label={`Destroy ${name}`} onPress={ask.open}>
          <IconTrash size={17} stroke={1.7} />
        </IconAction>
      )}
      <DestroyDialog instance={instance} opened={asking} onClose={ask.close} />
    </div>
  )
}

interface IconActionProps {
  /** The tooltip. */
  words: string
  /** The accessible name: the tooltip with the name of the instance. */
  label: string
  busy?: boolean
  onPress: () => void
  children: ReactNode
}

function IconAction({ words, label, busy = false, onPress, children }: IconActionProps) {
  return (
    <Tooltip label={words}>
      <ActionIcon size={32} aria-label={label} loading={busy} onClick={onPress}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function TerminalLink({ instance }: { instance: Instance }) {
  return (
    <Tooltip label="Terminal">
      <ActionIcon
        size={32}
        aria-label={`Terminal of ${instanceName(instance)}`}
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
  )
}
