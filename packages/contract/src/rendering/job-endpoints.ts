import { z } from 'zod'
import { ProjectName } from '../budgets/project-name.ts'
import { endpoint } from '../core/endpoint.ts'
import { RenderSceneId } from '../core/ids.ts'
import { Flag, MicroUsd, Page, PageSize } from '../core/values.ts'
import { FrameNumbers } from './frame.ts'
import { RenderJob, RenderJobChange } from './job.ts'
import { framesOfJob, oneJob } from './params.ts'
import { RenderScene } from './scene.ts'

const jobMoved = {
  auth: 'member',
  scope: 'renders:write',
  params: oneJob,
  response: RenderJob,
} as const

/** Jobs from their draft to their end. */
export const jobs = {
  create: endpoint({
    method: 'POST',
    path: '/api/render/jobs',
    auth: 'member',
    scope: 'renders:write',
    title: 'Create render job',
    summary: 'Create a draft render job for a scene, with the settings from the file',
    status: 201,
    body: z.strictObject({ scene_id: RenderSceneId, project: ProjectName.optional() }),
    response: RenderJob,
    errors: ['not_found', 'project_archived', 'limit_reached', 'daily_limit_reached'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/render/jobs',
    auth: 'member',
    scope: 'renders:read',
    title: 'List render jobs',
    summary: 'List your render jobs, newest first',
    query: z.strictObject({ open: Flag.optional(), page: Page, page_size: PageSize }),
    response: z.strictObject({ jobs: z.array(RenderJob), total: z.int() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}',
    auth: 'member',
    scope: 'renders:read',
    title: 'Retrieve render job',
    summary: 'Retrieve a render job with its scene',
    params: oneJob,
    response: z.strictObject({ job: RenderJob, scene: RenderScene }),
    errors: ['not_found'],
  }),
  change: endpoint({
    ...jobMoved,
    method: 'PATCH',
    path: '/api/render/jobs/{id}',
    title: 'Update render job',
    summary: 'Update the settings of a draft; budget and priority can be changed at any time',
    body: RenderJobChange,
    errors: [
      'not_found',
      'state_conflict',
      'insufficient_funds',
      'account_budget_exceeded',
      'project_budget_exceeded',
      'budget_too_small',
      'key_budget_exceeded',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/render/jobs/{id}',
    auth: 'member',
    scope: 'renders:write',
    title: 'Delete render job',
    summary: 'Delete a draft or finished job with all its pictures',
    params: oneJob,
    errors: ['not_found', 'state_conflict'],
  }),
  test: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/test',
    title: 'Render test frame',
    summary: 'Render a test frame for a preview and an estimate; it counts towards the job',
    body: z.strictObject({
      frame: z.int().optional(),
      budget_micro_usd: MicroUsd.min(1).max(1_000_000_000).optional(),
    }),
    errors: [
      'not_found',
      'state_conflict',
      'scene_broken',
      'insufficient_funds',
      'account_budget_exceeded',
      'project_budget_exceeded',
      'key_budget_exceeded',
    ],
  }),
  start: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/start',
    title: 'Start render job',
    summary:
      'Start rendering all frames; places a hold for the budget, and releases what is not used',
    body: z.strictObject({
      budget_micro_usd: MicroUsd.min(1).max(1_000_000_000_000),
      /** `frame_micro_usd_max` of the job as it was shown: rejected if a frame could cost more by now. */
      frame_micro_usd_max: MicroUsd.min(0).optional(),
    }),
    errors: [
      'not_found',
      'state_conflict',
      'price_changed',
      'scene_broken',
      'insufficient_funds',
      'account_budget_exceeded',
      'project_budget_exceeded',
      'budget_too_small',
      'key_budget_exceeded',
    ],
  }),
  pause: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/pause',
    title: 'Pause render job',
    summary: 'Pause a job; frames in progress are finished',
    errors: ['not_found', 'state_conflict'],
  }),
  resume: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/resume',
    title: 'Resume render job',
    summary: 'Resume a paused job',
    errors: [
      'not_found',
      'state_conflict',
      'insufficient_funds',
      'account_budget_exceeded',
      'project_budget_exceeded',
      'key_budget_exceeded',
    ],
  }),
  cancel: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/cancel',
    title: 'Cancel render job',
    summary:
      'Cancel a job immediately; finished frames are kept, and the rest of the budget is released',
    errors: ['not_found', 'state_conflict'],
  }),
  retry: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/retry',
    title: 'Retry failed frames',
    summary: 'Retry failed frames: all of them, or those specified',
    body: z.strictObject({ frames: FrameNumbers.optional() }),
    errors: [
      'not_found',
      'state_conflict',
      'insufficient_funds',
      'account_budget_exceeded',
      'project_budget_exceeded',
      'key_budget_exceeded',
    ],
  }),
  approve: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/approve',
    title: 'Approve frames',
    summary: 'Approve frames; those on hold are charged',
    body: framesOfJob.extend({
      /** The total price of the held frames that the user saw; rejected if it has changed. */
      held_micro_usd: MicroUsd.min(0).default(0),
    }),
    errors: ['not_found', 'price_changed'],
  }),
  reject: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/reject',
    title: 'Reject frames',
    summary: 'Reject frames; they are rendered again on another machine',
    body: framesOfJob,
    errors: [
      'not_found',
      'state_conflict',
      'insufficient_funds',
      'account_budget_exceeded',
      'project_budget_exceeded',
      'key_budget_exceeded',
    ],
  }),
} as const
