import { tidyBusinessEvents } from '../business-events/tidy-business-events.ts'
import type { Ctx } from '../ctx.ts'
import type { Scheduled } from '../feature.ts'
import { tidyEvents } from '../tidy-events.ts'

/** The platform's own scheduled work. */
export const platformScheduled: readonly Scheduled<Ctx>[] = [
  { name: 'tidy-events', schedule: { every: 'hour', minute: 37 }, run: tidyEvents },
  {
    name: 'tidy-business-events',
    schedule: { every: 'hour', minute: 42 },
    run: tidyBusinessEvents,
  },
]
