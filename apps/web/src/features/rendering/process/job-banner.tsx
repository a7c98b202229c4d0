import type { RenderJob, RenderReasonCode } from '@gridloom/contract/rendering/job'
import { Link } from '@tanstack/react-router'
import { AcceptHeld } from './accept-held.tsx'
import styles from './process.module.css'

/** The reason for the job's state, with a remedy. */
export function JobBanner({ job }: { job: RenderJob }) {
  if (job.reason === null) return null
  const { code, text } = job.reason
  return (
    <div className={styles.banner} data-tone={toneOf(code)} role="status">
      <strong>{text}</strong>
      <Remedy code={code} />
      {job.frames_held > 0 && <AcceptHeld job={job} />}
    </div>
  )
}

function toneOf(code: RenderReasonCode): 'warn' | 'bad' {
  return code === 'frames_failed' || code === 'test_failed' ? 'bad' : 'warn'
}

function Remedy({ code }: { code: RenderReasonCode }) {
  switch (code) {
    case 'no_machine':
      return (
        <span>The job continues when one becomes available. You are not charged meanwhile.</span>
      )
    case 'budget_used':
      return <span>Raise the budget to continue, or download the finished frames.</span>
    case 'balance_used':
      return (
        <Link to="/account" search={{ section: 'billing' }}>
          View balance
        </Link>
      )
    case 'frames_failed':
      return (
        <span>Open a frame to see its error. Retry the failed frames or download the others.</span>
      )
    case 'frames_held':
      return (
        <span>
          A machine that can check them may still become available. After two weeks, unchecked
          frames are dropped and their funds released.
        </span>
      )
    case 'paused_by_owner':
    case 'cancelled_by_owner':
    case 'test_failed':
      return null
  }
}
