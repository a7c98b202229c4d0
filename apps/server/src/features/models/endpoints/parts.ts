import type { Clock } from '@gridloom/async/clock'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Db } from '../../../platform/database/connect.ts'
import type { EnginesKeeper } from './engines-keeper.ts'
import type { Figures } from './figures.ts'
import type { Loads } from './loads.ts'
import type { OrderSender } from './order-sender.ts'
import type { Reloader } from './reloader.ts'
import type { ReportKeeper } from './report-keeper.ts'
import type { Seats } from './seats.ts'

/** What the registry of endpoints is made of, for those that change it. */
export interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly seats: Seats
  readonly loads: Loads
  readonly metrics: Figures
  readonly keeper: ReportKeeper
  readonly engines: EnginesKeeper
  readonly orders: OrderSender
  readonly reloader: Reloader
  /** Ids of the catalogue. */
  readonly models: Set<ModelId>
}
