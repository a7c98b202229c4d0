import path from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { ReputationAdapters, ReputationCtx } from './ctx.ts'
import { readEvidenceSigner } from './evidence/evidence-signer.ts'
import { inheritFacts, noteEarlierMachines } from './evidence/inherit-facts.ts'
import { tidyEvidence } from './evidence/tidy-evidence.ts'
import { checkGpus } from './facts/check-gpus.ts'
import { deleteOldGpuChecks } from './facts/gpu-checks-store.ts'
import { askAtRandom, measureAsked } from './facts/measure-asked.ts'
import { followGpus } from './facts/on-gpus-measured.ts'
import { followInstances } from './facts/on-instance-event.ts'
import { followMeasurements } from './facts/on-measured.ts'
import { followOrders } from './facts/on-order.ts'
import { followPictures } from './facts/on-picture-judged.ts'
import { recordAnswers } from './facts/record-answers.ts'
import { recordUptime } from './facts/record-uptime.ts'
import { reputationPersonalData } from './personal-data-store.ts'
import { countReviews } from './reviews/count-reviews.ts'
import { clearAuthor } from './reviews/reviews-store.ts'
import { reputationRoutes } from './routes.ts'
import { computeScores } from './score/compute-scores.ts'

const scoresEveryMs = 5_000
const measureEveryMs = 10_000
/** A renter's program may use its GPUs a few seconds after the order. */
const gpusEveryMs = 1_000
const reviewsEveryMs = 60_000

const keyFile = 'evidence-signing-key.pem'

/** Trust scores of machines from signed facts, automatic credits, and reviews. */
export const reputationFeature: Feature<ReputationCtx, ReputationAdapters> = {
  name: 'reputation',
  services: async ({ config }) => ({
    adapters: { evidenceSigner: await readEvidenceSigner(path.join(config.dataFolder, keyFile)) },
  }),
  routes: (routes) => reputationRoutes(routes),
  loops: [
    { name: 'trust scores', everyMs: scoresEveryMs, run: computeScores },
    { name: 'facts of earlier machines', everyMs: measureEveryMs, run: inheritFacts },
    { name: 'GPUs of new rentals', everyMs: gpusEveryMs, run: checkGpus },
    { name: 'measurements for scores', everyMs: measureEveryMs, run: measureAsked },
    { name: 'reviews that become final', everyMs: reviewsEveryMs, run: countReviews },
  ],
  scheduled: [
    { name: 'record-uptime', schedule: { every: 'hour', minute: 1 }, run: recordUptime },
    { name: 'ask-measurements', schedule: { every: 'hour', minute: 17 }, run: askAtRandom },
    {
      name: 'record-answers-of-machines',
      schedule: { every: 'day', hour: 0, minute: 20 },
      run: recordAnswers,
    },
    { name: 'tidy-evidence', schedule: { every: 'hour', minute: 52 }, run: tidyEvidence },
    {
      name: 'tidy-gpu-checks',
      schedule: { every: 'hour', minute: 53 },
      run: (ctx) => ctx.transact((tx) => deleteOldGpuChecks(tx, ctx.clock.now())),
    },
  ],
  subscribers: [followInstances, followOrders, followMeasurements, followGpus, followPictures],
  personalData: reputationPersonalData,
  hooks: {
    'machine.enrolled': noteEarlierMachines,
    'account.closed': (_ctx, tx, { accountId }) => clearAuthor(tx, accountId),
  },
}
