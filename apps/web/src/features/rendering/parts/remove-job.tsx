import type { RenderJob } from '@gridloom/contract/rendering/job'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { useRemoveJob } from '../api/remove-job.ts'

/** Whether a job can be deleted: it has ended, or was never started. */
export function isRemovable({ state }: Pick<RenderJob, 'state'>): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'draft' || state === 'tested'
}

/** Deletes a job after a confirmation. */
export function RemoveJob({ job }: { job: RenderJob }) {
  const remove = useRemoveJob()
  if (!isRemovable(job)) return null
  return (
    <RemoveButton
      thing={job}
      word="Delete"
      name={job.fileName}
      confirmWord="Delete job"
      done="The job was deleted."
      remove={remove}
    >
      {job.frames_done > 0
        ? 'This permanently deletes all its pictures. Download them first. The cost stays in the ledger.'
        : 'This deletes its settings. The uploaded scene is kept.'}
    </RemoveButton>
  )
}
