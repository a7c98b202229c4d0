import type { Clock } from '@gridloom/async/clock'
import type { Ids } from '../../../../platform/ids.ts'
import type { OutsideRequests } from '../outgoing/outside-requests.ts'
import type { MastodonAppStore } from './app-of-server.ts'

/** What the driver is made of. */
export interface MastodonParts {
  readonly requests: OutsideRequests
  readonly apps: MastodonAppStore
  readonly ids: Pick<Ids, 'secret' | 'label'>
  readonly clock: Pick<Clock, 'now' | 'sleep'>
}
