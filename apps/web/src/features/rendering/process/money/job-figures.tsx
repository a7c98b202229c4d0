import type { RenderJob } from '@gridloom/contract/rendering/job'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Figure, FigureStrip } from '../../../../ui/components/facts.tsx'
import { Money } from '../../../../ui/components/money.tsx'
import { formatMoney } from '../../../../ui/format/money.ts'
import { formatCount, formatPercent, plural } from '../../../../ui/format/numbers.ts'
import { BudgetBar } from './budget-bar.tsx'

/** Progress, time left, number of machines, and cost of the job. */
export function JobFigures({ job }: { job: RenderJob }) {
  return (
    <>
      <FigureStrip>
        <Figure
          name="Frames"
          value={`${formatCount(job.frames_done)} of ${formatCount(job.frames_total)}`}
          note={frameNote(job)}
        />
        <Figure name="Time left" value={etaWords(job)} note={startedNote(job)} />
        <Figure
          name="Machines now"
          value={job.machines_now}
          note={`${plural(job.frames_rendering, 'frame')} being rendered`}
        />
        <Figure
          name="Cost so far"
          value={<Money microUsd={job.charged_micro_usd} />}
          note={estimateNote(job)}
        />
      </FigureStrip>
      <BudgetBar job={job} />
    </>
  )
}

function frameNote(job: RenderJob): string {
  const { frames_done: done, frames_failed: failed, frames_held: held, frames_total: total } = job
  const share = total === 0 ? 0 : (done / total) * 100
  return [
    formatPercent(share),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(held > 0 ? [`${formatCount(held)} to accept`] : []),
  ].join(' · ')
}

function etaWords({ state, eta_s: eta }: RenderJob): string {
  if (state === 'completed' || state === 'cancelled') return 'ended'
  return eta === null ? 'unknown' : formatDuration(eta)
}

function startedNote({ state, machines_now: machines }: RenderJob): string {
  if (state === 'paused') return 'no new frames are assigned'
  if (state === 'rendering' && machines === 0) return 'waiting for a machine'
  return state === 'rendering' ? 'at the current speed' : ''
}

function estimateNote(job: RenderJob): string {
  const { estimate } = job
  const most = job.frame_micro_usd_max
  return [
    estimate === null ? 'no estimate' : `estimated ${formatMoney(estimate.expected_micro_usd)}`,
    ...(most === null ? [] : [`at most ${formatMoney(most)} per frame`]),
  ].join(' · ')
}
