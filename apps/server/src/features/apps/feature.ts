import { createBackgroundWork } from '../../platform/background-work.ts'
import type { Feature } from '../../platform/feature.ts'
import { createAppFacts } from './app-facts.ts'
import type { AppAdapters, AppsCtx } from './ctx.ts'
import { sendPrepared, tidyPrepared } from './prepared/send-prepared.ts'
import { recordStarts, tidyStarts } from './record-starts.ts'
import { appRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The apps of the catalogue. */
    apps: 'stored'
  }
}

const preparedEveryMs = 10_000
/** Machines that are called at once. */
const preparingAtOnce = 200

/** The app store: apps, their launch, their measured starts, and machines that hold them ready. */
export const appsFeature: Feature<AppsCtx, AppAdapters> = {
  name: 'apps',
  services: ({ log }) => {
    const preparing = createBackgroundWork({
      ...{ log, atOnce: preparingAtOnce },
      ...{ event: 'app.prepare_failed', text: 'a machine did not answer' },
    })
    return {
      adapters: { readAppFacts: createAppFacts(), preparing },
      [Symbol.asyncDispose]: () => preparing[Symbol.asyncDispose](),
    }
  },
  routes: (routes, all) => appRoutes(routes, all),
  loops: [{ name: 'apps that machines prepare', everyMs: preparedEveryMs, run: sendPrepared }],
  scheduled: [
    { name: 'tidy-app-starts', schedule: { every: 'hour', minute: 23 }, run: tidyStarts },
    { name: 'tidy-prepared-apps', schedule: { every: 'hour', minute: 24 }, run: tidyPrepared },
  ],
  subscribers: [recordStarts],
  topics: { apps: { show: async () => ({ event: 'apps', data: {} }) } },
}
