import { quotas } from '@gridloom/contract/core/constants'
import type { Quota } from '../../../platform/feature.ts'
import { countJobs } from '../frames/jobs-store.ts'

export const openJobQuota: Quota = {
  max: quotas.renderJobsOpen,
  what: 'open render jobs',
  used: (db, party) => countJobs(db, party, 'open'),
}

/** Ended jobs count until they are deleted, as their pictures are kept. */
export const jobQuota: Quota = {
  max: quotas.renderJobs,
  what: 'render jobs',
  used: (db, party) => countJobs(db, party, 'all'),
}
