import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { RenderCheckId, RenderChunkId, RenderJobId } from '../core/ids.ts'
import { Page, PageSize } from '../core/values.ts'
import { RenderCheck } from './check.ts'
import { RenderChunk, RenderLog } from './chunk.ts'
import { FrameState, RenderFrame } from './frame.ts'
import { RenderJob } from './job.ts'
import { oneJob } from './params.ts'
import { RenderReceipt } from './receipt.ts'

/** Watching a job, and downloading its results. */
export const results = {
  frames: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/frames',
    auth: 'member',
    scope: 'renders:read',
    summary: 'List frames by number, from a given one',
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
    summary: 'Summarise all frames: runs of equal state, by number',
    params: oneJob,
    response: z.array(z.strictObject({ from: z.int(), count: z.int(), state: FrameState })),
    errors: ['not_found'],
  }),
  chunks: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/chunks',
    auth: 'member',
    scope: 'renders:read',
    summary: 'List the chunks of a job and their machines, newest first',
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
    summary: 'Retrieve the Blender log of a chunk',
    params: z.strictObject({ id: RenderJobId, chunk: RenderChunkId }),
    response: RenderLog,
    errors: ['not_found'],
  }),
  checks: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/checks',
    auth: 'member',
    scope: 'renders:read',
    summary: "List the checks of a job: frames compared with another machine's render",
    params: oneJob,
    response: z.array(RenderCheck),
    errors: ['not_found'],
  }),
  checkCrop: endpoint({
    method: 'GET',
    path: '/api/render/checks/{check}/{side}',
    auth: 'member',
    scope: 'renders:read',
    summary:
      'Retrieve the compared region as a picture, for the owners of the machine and of the job',
    transport: 'file',
    params: z.strictObject({ check: RenderCheckId, side: z.enum(['made', 'compared']) }),
    errors: ['not_found'],
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/render/jobs/{id}/receipt',
    auth: 'member',
    scope: 'renders:read',
    summary: 'Retrieve the receipt: what the job cost, frame by frame',
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
    summary:
      'Stream changes of the job, its frames and chunks; after a reconnect, retrieve them again',
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
    summary: 'Download a frame as rendered, or as a preview in one of three sizes',
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
    summary:
      'Create a one-time download link, valid for one minute: all frames as a zip, or a video',
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
    summary: 'Download the file of a link created by `makeDownload`; can be used once',
    transport: 'file',
    params: z.strictObject({ ticket: z.string().min(20).max(100) }),
    errors: ['not_found', 'picture_not_ready', 'too_many_requests'],
  }),
} as const
