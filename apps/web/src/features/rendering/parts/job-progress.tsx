import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Progress } from '@mantine/core'
import { formatCount, plural } from '../../../ui/format/numbers.ts'
import styles from './job-progress.module.css'

/** Frames done of all, as a bar and as text, with the number of failed ones. */
export function JobProgress({ job }: { job: RenderJob }) {
  const { frames_done: done, frames_total: total, frames_failed: failed } = job
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100)
  const words = `${formatCount(done)} of ${plural(total, 'frame')}`
  return (
    <div className={styles.progress}>
      <Progress.Root size={6} aria-hidden>
        <Progress.Section value={share(done)} color="var(--gl-good)" withAria={false} />
        <Progress.Section value={share(failed)} color="var(--gl-bad)" withAria={false} />
      </Progress.Root>
      <span className="gl-num">
        {words}
        {failed > 0 && ` · ${formatCount(failed)} failed`}
      </span>
    </div>
  )
}
