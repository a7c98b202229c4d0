import { z } from 'zod'
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
    summary: 'A new job of a scene, as a draft with the settings that the file has',
    status: 201,
    body: z.strictObject({ scene_id: RenderSceneId }),
    response: RenderJob,
    errors: ['not_found', 'limit_reached', 'daily_limit_reached'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/render/jobs',
    auth: 'member',
    scope: 'renders:read',
    summary: 'Your render jobs, newest first',
    query: z.strictObject({ open: Flag.optional(), page: Page, page_size: PageSize }),
    response: z.strictObject({ jobs: z.array(RenderJob), total: z.int() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}',
    auth: 'member',
    scope: 'renders:read',
    summary: 'One job, with the scene that it renders',
    params: oneJob,
    response: z.strictObject({ job: RenderJob, scene: RenderScene }),
    errors: ['not_found'],
  }),
  change: endpoint({
    ...jobMoved,
    method: 'PATCH',
    path: '/api/render/jobs/{id}',
    summary: 'Settings of a draft, and at any time its budget and priority',
    body: RenderJobChange,
    errors: [
      'not_found',
      'state_conflict',
      'insufficient_funds',
      'budget_too_small',
      'key_budget_exceeded',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/render/jobs/{id}',
    auth: 'member',
    scope: 'renders:write',
    summary: 'Delete a job that has ended, or never began, with all its pictures',
    params: oneJob,
    errors: ['not_found', 'state_conflict'],
  }),
  test: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/test',
    summary:
      'Render one frame as the job would, for a look and an estimate; it counts as done later',
    body: z.strictObject({
      frame: z.int().optional(),
      budget_micro_usd: MicroUsd.min(1).max(1_000_000_000).optional(),
    }),
    errors: [
      'not_found',
      'state_conflict',
      'scene_broken',
      'insufficient_funds',
      'key_budget_exceeded',
    ],
  }),
  start: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/start',
    summary:
      'Render all frames within a budget, which is set aside whole and given back as far as it is not used',
    body: z.strictObject({
      budget_micro_usd: MicroUsd.min(1).max(1_000_000_000_000),
      /** `frame_micro_usd_max` of the job as it was shown: refused where a frame could cost more by now. */
      frame_micro_usd_max: MicroUsd.min(0).optional(),
    }),
    errors: [
      'not_found',
      'state_conflict',
      'price_changed',
      'scene_broken',
      'insufficient_funds',
      'budget_too_small',
      'key_budget_exceeded',
    ],
  }),
  pause: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/pause',
    summary: 'Give no more frames out; those being rendered are finished',
    errors: ['not_found', 'state_conflict'],
  }),
  resume: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/resume',
    summary: 'Go on with a paused job',
    errors: ['not_found', 'state_conflict', 'insufficient_funds', 'key_budget_exceeded'],
  }),
  cancel: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/cancel',
    summary: 'Stop at once; frames that are done stay, the rest of the budget is given back',
    errors: ['not_found', 'state_conflict'],
  }),
  retry: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/retry',
    summary: 'Put failed frames (all, or those named) back into the queue',
    body: z.strictObject({ frames: FrameNumbers.optional() }),
    errors: ['not_found', 'state_conflict', 'insufficient_funds', 'key_budget_exceeded'],
  }),
  approve: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/approve',
    summary: 'Say that frames are good, and pay for those among them whose pay is held',
    body: framesOfJob.extend({
      /** What the held ones cost together, as it was shown: refused where it is another sum by now. */
      held_micro_usd: MicroUsd.min(0).default(0),
    }),
    errors: ['not_found', 'price_changed'],
  }),
  reject: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/reject',
    summary: 'Have frames rendered again, on another machine than the one that made them',
    body: framesOfJob,
    errors: ['not_found', 'state_conflict', 'insufficient_funds', 'key_budget_exceeded'],
  }),
} as const
