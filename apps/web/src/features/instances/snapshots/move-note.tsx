import type { Instance } from '@gridloom/contract/instances/instance'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { moveQuery, useCancelMove } from '../../../shared/snapshots/api/place.ts'
import { moveFailureTexts, moveSteps } from '../../../shared/snapshots/snapshot-words.ts'
import styles from '../instance-page.module.css'

/** The move that the instance takes part in, with the way to cancel it; or why the last one failed. */
export function MoveNote({ instance }: { instance: Instance }) {
  const move = useQuery(moveQuery(useClient(), instance.id)).data
  const cancel = useCancelMove(instance.id)
  if (!move) return null
  const isSource = move.instance_id === instance.id
  const other = isSource ? move.new_instance_id : move.instance_id
  if (move.state === 'done') return isSource ? <MovedOn to={other} /> : null
  if (move.state === 'failed') {
    if (!isSource || move.failure === null || move.failure === 'cancelled') return null
    return (
      <div className={styles.banner} data-tone="warn" role="status">
        <span>
          <strong>It was not moved.</strong> {moveFailureTexts[move.failure]}
        </span>
      </div>
    )
  }
  return (
    <div className={styles.banner} role="status">
      <span>
        <strong>Moving to another machine:</strong> {moveSteps[move.state].toLowerCase()}…{' '}
        <Link to="/instance/myinstance/$id" params={{ id: other }}>
          {isSource ? 'Show the new instance' : 'Show the old instance'}
        </Link>
      </span>
      <Button
        size="xs"
        className={styles.bannerButton ?? ''}
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel move
      </Button>
    </div>
  )
}

function MovedOn({ to }: { to: string }) {
  return (
    <div className={styles.banner} role="status">
      <span>
        This instance was moved.{' '}
        <Link to="/instance/myinstance/$id" params={{ id: to }}>
          Show it on its new machine
        </Link>
      </span>
    </div>
  )
}
