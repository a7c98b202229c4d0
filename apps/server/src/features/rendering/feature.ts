import { RenderJobId } from '@gridloom/contract/core/ids'
import type { Feature } from '../../platform/feature.ts'
import { addonRoutes } from './addon/routes.ts'
import { createRenderingServices, type RenderingAdapters } from './create-rendering-services.ts'
import type { RenderingCtx } from './ctx.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { forgetRenders } from './forget-store.ts'
import { renderCompleted } from './frames/render-completed.ts'
import { hostingRoutes } from './hosting/routes.ts'
import { jobQuota, openJobQuota } from './jobs/job-quotas.ts'
import { readJob } from './jobs/read-job.ts'
import { sweepRemovedJobs } from './jobs/remove-job.ts'
import { jobRoutes } from './jobs/routes.ts'
import { countRendering, readRenderKeySpend, readRenderSpendRate } from './jobs/spend-store.ts'
import { renderingPersonalData } from './personal-data-store.ts'
import { inheritTrust } from './review/inherit-trust.ts'
import { pictureJudged } from './review/picture-judged.ts'
import { sweepVerification } from './review/sweep-verification.ts'
import { startRendering } from './start-rendering.ts'
import type { UploadingCtx } from './uploads/ctx.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { sceneQuota, sceneStoreQuota } from './uploads/scene-quotas.ts'
import { sweepUploads } from './uploads/sweep-uploads.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A render job; the subject is its id. */
    render: 'stored'
    /** A frame of a render job; the subject is `<job id>:<frame>`. */
    render_frame: 'transient'
    /** The chunks of a machine; the subject is `<job id>:<chunk id>`. */
    render_chunk: 'transient'
    /** There may be frames to dispatch. */
    render_work: 'transient'
  }
}

/** The interval at which comparisons that no machine can make any more are settled. */
const verificationEveryMs = 10_000

export const renderingFeature: Feature<RenderingCtx & UploadingCtx, RenderingAdapters> = {
  name: 'rendering',
  services: createRenderingServices,
  personalData: renderingPersonalData,
  routes: (routes) => {
    uploadRoutes(routes)
    addonRoutes(routes)
    jobRoutes(routes)
    deliveryRoutes(routes)
    hostingRoutes(routes)
  },
  start: (ctx) => {
    const scheduler = startRendering(ctx)
    const unsubscribe = ctx.agents.subscribe(scheduler.onMessage)
    return {
      async [Symbol.asyncDispose]() {
        unsubscribe()
        await scheduler[Symbol.asyncDispose]()
      },
    }
  },
  loops: [{ name: 'verification', everyMs: verificationEveryMs, run: sweepVerification }],
  scheduled: [
    { name: 'sweep-uploads', schedule: { every: 'hour', minute: 47 }, run: sweepUploads },
    { name: 'sweep-renders', schedule: { every: 'hour', minute: 57 }, run: sweepRemovedJobs },
  ],
  topics: {
    render: {
      scope: 'renders:read',
      show: async (ctx, { subject }) => ({
        event: 'render',
        data: await readJob(ctx, RenderJobId.parse(subject)),
      }),
    },
    // The job's own stream covers its frames and chunks; `render_work` is for schedulers.
    render_frame: {},
    render_chunk: {},
    render_work: {},
  },
  quotas: [sceneQuota, sceneStoreQuota, openJobQuota, jobQuota],
  inUse: async (db, accountId) => [
    { count: await countRendering(db, accountId), noun: 'render job' },
  ],
  // The whole budget of a running job is on hold.
  spendRate: async (db, accountId) => ({
    fromBalance: 0,
    fromHolds: await readRenderSpendRate(db, accountId),
  }),
  keySpend: readRenderKeySpend,
  events: [renderCompleted, pictureJudged],
  hooks: {
    'machine.enrolled': async (ctx, tx, machine) => {
      if (machine.before.length > 0) await inheritTrust(ctx, tx, machine)
    },
    'account.closed': (_ctx, tx, { accountId, at }) => forgetRenders(tx, accountId, at),
  },
}
