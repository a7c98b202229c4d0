import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MachineId, RenderChunkId, RenderJobId, RenderSceneId, RenderUploadId } from './ids.ts'
import {
  FrameNumbers,
  FrameState,
  MachineRendering,
  RenderCheck,
  RenderChunk,
  RenderFrame,
  RenderJob,
  RenderJobChange,
  RenderLog,
  RenderReceipt,
  RenderScene,
  RenderUpload,
  Sha256,
} from './rendering.ts'
import { Flag, MicroUsd, MicroUsdPerHour, Page, PageSize } from './values.ts'

const oneUpload = z.strictObject({ id: RenderUploadId })
const oneScene = z.strictObject({ id: RenderSceneId })
const oneJob = z.strictObject({ id: RenderJobId })
const oneMachine = z.strictObject({ id: MachineId })
const framesOfJob = z.strictObject({ frames: FrameNumbers })
const jobMoved = {
  auth: 'member',
  scope: 'renders:write',
  params: oneJob,
  response: RenderJob,
} as const

/** Sending scenes. */
const uploads = {
  startUpload: endpoint({
    method: 'POST',
    path: '/api/render/uploads',
    auth: 'member',
    scope: 'renders:write',
    summary:
      'Announce a scene by its content: answers with the scene where it is here already, else with the upload to begin or go on with',
    status: 201,
    body: z.strictObject({
      file_name: z.string().trim().min(1).max(255),
      /** More than `limits.sceneBytes` is refused with `too_large`. */
      size_bytes: z.int().min(1),
      /** Of each piece of `renderPieceBytes`, in order: their SHA-256. */
      piece_hashes: z.array(Sha256).min(1).max(5_000),
    }),
    response: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('held'), scene: RenderScene }),
      z.strictObject({ kind: z.literal('upload'), upload: RenderUpload }),
    ]),
    errors: ['too_large', 'limit_reached'],
    perMinute: 120,
  }),
  readUpload: endpoint({
    method: 'GET',
    path: '/api/render/uploads/{id}',
    auth: 'member',
    scope: 'renders:write',
    summary: 'How far an upload has come',
    params: oneUpload,
    response: RenderUpload,
    errors: ['not_found'],
  }),
  sendUpload: endpoint({
    method: 'PATCH',
    path: '/api/render/uploads/{id}/bytes',
    auth: 'member',
    scope: 'renders:write',
    audit: 'none',
    summary: 'The bytes, by the tus protocol 1.0.0 (HEAD for the offset, PATCH to go on from it)',
    transport: 'tus',
    params: oneUpload,
    errors: ['not_found', 'too_large', 'upload_mismatch'],
    perMinute: 6_000,
  }),
  finishUpload: endpoint({
    method: 'POST',
    path: '/api/render/uploads/{id}/finish',
    auth: 'member',
    scope: 'renders:write',
    summary:
      'All bytes are there: check them against what was announced, read the scene, and keep it',
    status: 201,
    params: oneUpload,
    response: RenderScene,
    errors: ['not_found', 'state_conflict', 'upload_mismatch', 'scene_broken', 'limit_reached'],
  }),
  cancelUpload: endpoint({
    method: 'DELETE',
    path: '/api/render/uploads/{id}',
    auth: 'member',
    scope: 'renders:write',
    summary: 'Give an upload up; what was sent of it is deleted',
    params: oneUpload,
    errors: ['not_found'],
  }),
  scenes: endpoint({
    method: 'GET',
    path: '/api/render/scenes',
    auth: 'member',
    scope: 'renders:read',
    summary: 'The scenes you uploaded, newest first',
    response: z.array(RenderScene),
  }),
  removeScene: endpoint({
    method: 'DELETE',
    path: '/api/render/scenes/{id}',
    auth: 'member',
    scope: 'renders:write',
    summary: 'Delete a scene and its file; refused while a job of it is under way',
    params: oneScene,
    errors: ['not_found', 'state_conflict'],
  }),
} as const

/** Jobs from their draft to their end. */
const jobs = {
  create: endpoint({
    method: 'POST',
    path: '/api/render/jobs',
    auth: 'member',
    scope: 'renders:write',
    summary: 'A new job of a scene, as a draft with the settings that the file has',
    status: 201,
    body: z.strictObject({ scene_id: RenderSceneId }),
    response: RenderJob,
    errors: ['not_found', 'limit_reached'],
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
    errors: ['not_found', 'state_conflict', 'insufficient_funds', 'budget_too_small'],
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
    errors: ['not_found', 'state_conflict', 'insufficient_funds'],
  }),
  start: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/start',
    summary:
      'Render all frames within a budget, which is set aside whole and given back as far as it is not used',
    body: z.strictObject({ budget_micro_usd: MicroUsd.min(1).max(1_000_000_000_000) }),
    errors: ['not_found', 'state_conflict', 'insufficient_funds', 'key_budget_exceeded'],
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
    errors: ['not_found', 'state_conflict', 'insufficient_funds'],
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
    errors: ['not_found', 'state_conflict', 'insufficient_funds'],
  }),
  approve: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/approve',
    summary: 'Say that frames are good',
    body: framesOfJob,
    errors: ['not_found'],
  }),
  reject: endpoint({
    ...jobMoved,
    method: 'POST',
    path: '/api/render/jobs/{id}/reject',
    summary: 'Have frames rendered again, on another machine than the one that made them',
    body: framesOfJob,
    errors: ['not_found', 'state_conflict', 'insufficient_funds'],
  }),
} as const

/** Watching a job, and taking what it made. */
const results = {
  frames: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/frames',
    auth: 'member',
    scope: 'renders:read',
    summary: 'Frames in order of their number, from one on',
    params: oneJob,
    query: z.strictObject({
      from: z.coerce.number().int().default(-2_000_000_000),
      limit: z.coerce.number().int().min(1).max(1_000).default(200),
      state: FrameState.optional(),
    }),
    response: z.array(RenderFrame),
    errors: ['not_found'],
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/overview',
    auth: 'member',
    scope: 'renders:read',
    summary: 'All frames at a glance: runs of equal state, in order of number',
    params: oneJob,
    response: z.array(z.strictObject({ from: z.int(), count: z.int(), state: FrameState })),
    errors: ['not_found'],
  }),
  chunks: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/chunks',
    auth: 'member',
    scope: 'renders:read',
    summary: 'What was given to which machine, newest first',
    params: oneJob,
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: z.strictObject({ chunks: z.array(RenderChunk), total: z.int() }),
    errors: ['not_found'],
  }),
  chunkLog: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/chunks/{chunk}/log',
    auth: 'member',
    scope: 'renders:read',
    summary: 'What Blender said while it rendered a chunk',
    params: z.strictObject({ id: RenderJobId, chunk: RenderChunkId }),
    response: RenderLog,
    errors: ['not_found'],
  }),
  checks: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/checks',
    auth: 'member',
    scope: 'renders:read',
    summary: 'Frames that were compared with what another machine made of them',
    params: oneJob,
    response: z.array(RenderCheck),
    errors: ['not_found'],
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/receipt',
    auth: 'member',
    scope: 'renders:read',
    summary: 'What the job cost, frame by frame',
    params: oneJob,
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: RenderReceipt,
    errors: ['not_found'],
  }),
  follow: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/stream',
    auth: 'member',
    scope: 'renders:read',
    summary: 'The job, its frames and chunks as they change; after a break, read them again',
    transport: 'sse',
    params: oneJob,
    events: { job: RenderJob, frames: z.array(RenderFrame), chunk: RenderChunk },
    errors: ['not_found'],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/frames/{frame}/picture',
    auth: 'member',
    scope: 'renders:read',
    summary: 'A frame: as rendered, or as a preview in one of three sizes',
    transport: 'file',
    params: z.strictObject({ id: RenderJobId, frame: z.coerce.number().int() }),
    query: z.strictObject({
      size: z.enum(['original', 'large', 'medium', 'small']).default('original'),
    }),
    errors: ['not_found', 'picture_not_ready'],
    perMinute: 6_000,
  }),
  makeDownload: endpoint({
    method: 'POST',
    path: '/api/render/jobs/{id}/downloads',
    auth: 'member',
    scope: 'renders:read',
    audit: 'none',
    summary: 'A link that downloads once, within a minute: all frames as zip, or a video of them',
    status: 201,
    params: oneJob,
    body: z.strictObject({ kind: z.enum(['zip', 'mp4', 'webm']) }),
    response: z.strictObject({ url: z.string() }),
    errors: ['not_found', 'picture_not_ready'],
    perMinute: 60,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/render/downloads/{ticket}',
    auth: 'public',
    summary: 'What the link of `makeDownload` stands for; it is good once',
    transport: 'file',
    params: z.strictObject({ ticket: z.string().min(20).max(100) }),
    errors: ['not_found', 'picture_not_ready'],
  }),
} as const

/** Rendering on one's own machines, and what comes with Blender. */
const hosting = {
  readMachine: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/rendering',
    auth: 'member',
    scope: 'machines:read',
    summary:
      'What a machine of yours can render, what it asks, and what was found when it was checked',
    params: oneMachine,
    response: MachineRendering,
    errors: ['not_found'],
  }),
  changeMachine: endpoint({
    method: 'PATCH',
    path: '/api/machines/{id}/rendering',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Take render work or leave it, and at what price; frames under way keep theirs',
    params: oneMachine,
    body: z.strictObject({
      enabled: z.boolean().optional(),
      micro_usd_per_reference_hour: MicroUsdPerHour.optional(),
    }),
    response: MachineRendering,
    errors: ['not_found'],
  }),
  addon: endpoint({
    method: 'GET',
    path: '/render/addon',
    auth: 'public',
    summary: 'The add-on for Blender, one Python file',
    transport: 'file',
  }),
} as const

export const rendering = { ...uploads, ...jobs, ...results, ...hosting } as const
