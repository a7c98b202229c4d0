import type { Platform } from './create-platform.ts'
import type { Ctx } from './ctx.ts'
import type { Feature } from './feature.ts'
import { type HealthCtx, platformChecks } from './health/platform-checks.ts'
import { platformPersonalData } from './platform-personal-data.ts'
import { platformScheduled } from './scheduled-work/platform-scheduled.ts'
import { platformTopics } from './topic-rules.ts'

/** The part of the platform that features receive with the context of a call. */
interface PlatformAdapters
  extends Pick<Platform, 'changes' | 'files' | 'migrations'>,
    Pick<HealthCtx, 'scheduledWork'> {
  /** The public address of the product, without a slash at its end. */
  readonly publicUrl: string
}

/** The platform's own topics, tables, checks and scheduled work, declared as those of features are. */
export const platformFeature: Feature<Ctx & PlatformAdapters, PlatformAdapters> = {
  name: 'platform',
  services: ({ config, changes, files, migrations, scheduledWork }) => ({
    adapters: { publicUrl: config.publicUrl, changes, files, migrations, scheduledWork },
  }),
  checks: platformChecks,
  personalData: platformPersonalData,
  topics: platformTopics,
  scheduled: platformScheduled,
}
