import type { RenderJob } from '@gridloom/contract/rendering/job'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatUsd } from '@gridloom/domain/money-format'
import { formatAge, shortId } from './format.ts'
import type { Draw } from './output.ts'
import type { Tone } from './tone.ts'

/** Render jobs, one per line. */
export function jobTable(draw: Draw, jobs: readonly RenderJob[], nowMs: number): string {
  return draw.table(
    [
      { title: 'JOB' },
      { title: 'FILE', cutTo: 12 },
      { title: 'STATE' },
      { title: 'FRAMES', align: 'right' },
      { title: 'FAILED', align: 'right', dropRank: 2 },
      { title: 'MACHINES', align: 'right', dropRank: 3 },
      { title: 'LEFT', align: 'right', dropRank: 1 },
      { title: 'COST', align: 'right' },
      { title: 'BUDGET', align: 'right', dropRank: 4 },
      { title: 'AGE', align: 'right', dropRank: 5 },
    ],
    jobs.map((job) => [
      { text: shortId(job.taskId), tone: 'strong' },
      job.fileName,
      { text: job.state, tone: jobTone(job) },
      `${job.frames_done}/${job.frames_total}`,
      job.frames_failed === 0 ? '—' : String(job.frames_failed),
      String(job.machines_now),
      job.eta_s === null ? '—' : formatDuration(job.eta_s),
      formatUsd(job.charged_micro_usd),
      formatUsd(job.budget_micro_usd),
      formatAge(job.created_at, nowMs),
    ]),
  )
}

export function jobTone({ state, frames_failed: failed }: RenderJob): Tone {
  if (state === 'completed') return failed === 0 ? 'good' : 'warning'
  if (state === 'cancelled') return 'bad'
  return state === 'paused' ? 'warning' : 'plain'
}
