import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { instanceQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { AppLogin } from '../../../shared/apps/app-login.tsx'
import { OpenPages } from '../../../shared/apps/open-pages.tsx'
import { instanceStatus } from '../../../shared/status/instance-status.ts'
import { MachineSays } from '../../../ui/components/machine-says.tsx'
import { Phase } from '../../../ui/components/phase.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useGiveUp } from '../api/launch.ts'
import styles from './launch.module.css'

interface LaunchProgressProps {
  id: InstanceId
  /** Chooses another machine after a failure. */
  onOther: () => void
}

/** The start of an instance, until it can be opened or has failed. It goes on when the dialog is closed. */
export function LaunchProgress({ id, onOther }: LaunchProgressProps) {
  const instance = useQuery(instanceQuery(useClient(), id))
  if (instance.data === undefined)
    return instance.error ? (
      <ErrorState
        title="The instance could not be loaded"
        error={instance.error}
        retry={() => void instance.refetch()}
      />
    ) : (
      <SkeletonBlock height={160} label="Loading the instance" />
    )
  return <Progress instance={instance.data} onOther={onOther} />
}

function Progress({ instance, onOther }: { instance: Instance; onOther: () => void }) {
  const { tone, word } = instanceStatus(instance)
  const { progress, ready } = instance
  return (
    <div className={styles.progress}>
      <div className={styles.state} role="status">
        <StatusBadge tone={tone} word={ready ? 'Ready' : word} />
        <span className={styles.small}>on {instance.machine_name}</span>
      </div>
      {hasEnded(instance) ? (
        <Failure instance={instance} onOther={onOther} />
      ) : (
        <>
          {!ready && (
            <Phase
              progress={
                progress ?? {
                  text: waitingText(instance),
                  percent: null,
                  done_bytes: null,
                  total_bytes: null,
                }
              }
            />
          )}
          <AppLogin app={instance.app} />
          {ready && <OpenPages instance={instance} />}
          <p className={styles.small}>
            {!ready && instance.charging === null && 'You are not charged yet. '}
            You can close this dialog:{' '}
            <InstanceLink id={instance.id}>the instance’s page</InstanceLink> shows the same.
          </p>
        </>
      )}
    </div>
  )
}

function hasEnded({ state }: Instance): boolean {
  return state === 'failed' || state === 'stopped' || state === 'destroyed' || state === 'lost'
}

function waitingText({ state }: Instance): string {
  if (state === 'requested') return 'Sent to the machine'
  return state === 'running' ? 'Waiting until it answers' : 'Starting'
}

function Failure({ instance, onOther }: { instance: Instance; onOther: () => void }) {
  const giveUp = useGiveUp(instance.id)
  const { reason, state, disk_gb: diskGb } = instance
  const isKept = state !== 'destroyed'
  return (
    <>
      <div className={styles.notice} data-tone={state === 'failed' ? 'bad' : 'warn'} role="alert">
        <div>
          <strong>{reason?.text ?? `It is ${instanceStatus(instance).word.toLowerCase()}.`}</strong>
          {reason !== null && reason.machine_says !== null && (
            <MachineSays text={reason.machine_says} />
          )}
        </div>
      </div>
      {giveUp.error && (
        <div className={styles.notice} data-tone="bad" role="alert">
          {describeError(giveUp.error).text}
        </div>
      )}
      <div className={styles.foot}>
        <InstanceLink id={instance.id}>Show its log</InstanceLink>
        <Button
          variant="filled"
          loading={giveUp.isPending}
          onClick={() => (isKept ? giveUp.mutate(undefined, { onSuccess: onOther }) : onOther())}
        >
          {isKept ? 'Destroy it and choose another machine' : 'Choose another machine'}
        </Button>
      </div>
      {isKept && (
        <p className={styles.small}>
          Destroying it deletes its {diskGb} GB disk. This can’t be undone.
        </p>
      )}
    </>
  )
}

function InstanceLink({ id, children }: { id: InstanceId; children: string }) {
  return (
    <Link to="/instance/myinstance/$id" params={{ id }} className={styles.link}>
      {children}
    </Link>
  )
}
