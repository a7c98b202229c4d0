import { endpoints } from 'virtual:api-facts'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { CodeAction } from '../../ui/components/as-code.tsx'
import { possibleVerbs } from './process/job-verbs.ts'

/** The actions of a running job as code. */
export function jobCode(job: RenderJob): CodeAction[] {
  const { rendering } = endpoints
  const input = { params: { id: job.taskId } }
  const can = possibleVerbs(job)
  const line = (verb: string) => `gridloom renders ${verb} ${job.taskId}`
  return [
    { name: 'Get the job', endpoint: rendering.read, input, cli: line('show') },
    { name: 'Follow the job', endpoint: rendering.follow, input, cli: line('watch') },
    ...(can.pause ? [{ name: 'Pause', endpoint: rendering.pause, input, cli: line('pause') }] : []),
    ...(can.resume
      ? [{ name: 'Resume', endpoint: rendering.resume, input, cli: line('resume') }]
      : []),
    ...(can.cancel
      ? [{ name: 'Cancel', endpoint: rendering.cancel, input, cli: line('cancel') }]
      : []),
    ...(can.retry
      ? [
          {
            name: 'Retry failed frames',
            endpoint: rendering.retry,
            input: { ...input, body: {} },
            cli: line('retry'),
          },
        ]
      : []),
    ...(can.change
      ? [
          {
            name: 'Change its budget',
            endpoint: rendering.change,
            input: { ...input, body: { budget_micro_usd: job.budget_micro_usd } },
          },
        ]
      : []),
    {
      name: 'Approve frames',
      endpoint: rendering.approve,
      input: { ...input, body: { frames: [1, 2] } },
    },
    {
      name: 'Download a frame',
      endpoint: rendering.picture,
      input: { params: { id: job.taskId, frame: '1' } },
    },
    {
      name: 'Download all frames as a zip',
      endpoint: rendering.makeDownload,
      input: { ...input, body: { kind: 'zip' } },
      cli: `${line('download')} --zip`,
    },
    { name: 'Get the receipt', endpoint: rendering.receipt, input },
  ]
}

/** The actions of a job in configuration as code. */
export function draftCode(job: RenderJob): CodeAction[] {
  const { rendering } = endpoints
  const input = { params: { id: job.taskId } }
  const { frames } = job.settings
  const budget = job.estimate?.high_micro_usd ?? 2_000_000
  return [
    { name: 'Get the draft', endpoint: rendering.read, input },
    {
      name: 'Save the settings',
      endpoint: rendering.change,
      input: { ...input, body: { settings: job.settings } },
    },
    { name: 'Render a test frame', endpoint: rendering.test, input: { ...input, body: {} } },
    {
      name: 'Start the job',
      endpoint: rendering.start,
      input: { ...input, body: { budget_micro_usd: budget } },
      cli: `gridloom render scene.blend --frames ${frames.replaceAll(/\s/g, '')} --budget ${budget / 1_000_000} --out ./frames`,
    },
  ]
}
