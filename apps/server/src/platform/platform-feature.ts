import type { Platform } from './create-platform.ts'
import type { Ctx } from './ctx.ts'
import type { Feature } from './feature.ts'
import { type HealthCtx, platformChecks } from './health/platform-checks.ts'
import { createPaperMaker, type PaperMaker } from './pdf/create-paper-maker.ts'
import { platformPersonalData } from './platform-personal-data.ts'
import { platformScheduled } from './scheduled-work/platform-scheduled.ts'
import { platformTopics } from './topic-rules.ts'

/** The part of the platform that features receive with the context of a call. */
interface PlatformAdapters
  extends Pick<Platform, 'changes' | 'files' | 'migrations'>,
    Pick<HealthCtx, 'scheduledWork'> {
  /** The public address of the product, without a slash at its end. */
  readonly publicUrl: string
  /** Makes PDFs, in a thread. */
  readonly papers: Pick<PaperMaker, 'make'>
}

/** The platform's own topics, tables, checks and scheduled work, declared as those of features are. */
export const platformFeature: Feature<Ctx & PlatformAdapters, PlatformAdapters> = {
  name: 'platform',
  services: ({ config, changes, clock, files, migrations, scheduledWork }) => {
    const { publicUrl } = config
    const papers = createPaperMaker({ clock })
    return {
      adapters: { publicUrl, changes, files, migrations, papers, scheduledWork },
      [Symbol.asyncDispose]: () => papers[Symbol.asyncDispose](),
    }
  },
  checks: platformChecks,
  personalData: platformPersonalData,
  topics: platformTopics,
  scheduled: platformScheduled,
}
