import type { InstanceAction } from '@gridloom/contract/instances/actions'
import type { Instance } from '@gridloom/contract/instances/instance'
import { useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatPerHour } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { useActOnInstances } from '../api/act-on-instances.ts'
import { instanceName } from '../instance-words.ts'
import styles from './many.module.css'
import { planAction } from './plan-action.ts'

interface ActionDialogProps {
  /** `null`: closed. */
  action: InstanceAction | null
  selected: readonly Instance[]
  onClose: () => void
  /** Called once every instance was changed. */
  onDone: () => void
}

const verbs = { start: 'Start', stop: 'Stop', restart: 'Restart', destroy: 'Destroy' } as const
const done = {
  start: 'starting',
  stop: 'stopping',
  restart: 'restarting',
  destroy: 'being destroyed',
} as const

/** Asks once before an action on several instances, lists them with what it costs, and shows what failed. */
export function ActionDialog({ action, ...props }: ActionDialogProps) {
  return action === null ? null : <OpenDialog action={action} {...props} />
}

function OpenDialog({
  action,
  selected,
  onClose,
  onDone,
}: ActionDialogProps & { action: InstanceAction }) {
  const act = useActOnInstances()
  const toasts = useToasts()
  const { affected, skipped, text } = planAction(action, selected)
  const failed = act.data?.results.filter(({ error }) => error !== null) ?? []
  const ids = affected.map(({ id }) => id)

  function confirm(): void {
    act.mutate(
      { action, ids },
      {
        onSuccess: ({ results }) => {
          const changed = results.filter(({ error }) => error === null).length
          if (changed > 0)
            toasts.show({
              type: 'success',
              message: `${plural(changed, 'instance')} ${done[action]}`,
            })
          if (changed === results.length) onDone()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      opened
      title={`${verbs[action]} ${plural(affected.length, 'instance')}?`}
      confirmWord={action === 'destroy' ? 'Delete permanently' : verbs[action]}
      tone={action === 'destroy' ? 'destructive' : 'neutral'}
      busy={act.isPending}
      problem={act.error ? describeError(act.error).text : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={styles.text}>{text}</p>
      <ul className={styles.list} aria-label="Instances of this action">
        {affected.map((instance) => (
          <AffectedLine key={instance.id} instance={instance} action={action} />
        ))}
      </ul>
      {skipped.length > 0 && (
        <p className={styles.text}>
          Not possible now, and left as they are: {skipped.map(instanceName).join(', ')}.
        </p>
      )}
      {failed.length > 0 && (
        <ul className={styles.failed} role="alert">
          {failed.map(({ id, error }) => (
            <li key={id}>
              {nameIn(selected, id)}: {error?.text}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}

function AffectedLine({ instance, action }: { instance: Instance; action: InstanceAction }) {
  const { disk_gb, running_micro_usd_per_hour, stopped_micro_usd_per_hour } = instance
  const running = formatPerHour(running_micro_usd_per_hour)
  const facts = {
    start: running,
    stop: `${running} → ${formatPerHour(stopped_micro_usd_per_hour)}`,
    restart: running,
    destroy: `${disk_gb} GB`,
  } as const
  return (
    <li>
      <span className={styles.name}>{instanceName(instance)}</span>
      <span className="gl-num">{facts[action]}</span>
    </li>
  )
}

function nameIn(instances: readonly Instance[], id: string): string {
  const instance = instances.find((one) => one.id === id)
  return instance === undefined ? id : instanceName(instance)
}
