import { accounts } from './accounts/endpoints.ts'
import { affiliate } from './affiliate/endpoints.ts'
import { apps } from './apps/endpoints.ts'
import { audit } from './audit/endpoints.ts'
import { auth } from './auth/endpoints.ts'
import { autoOrders } from './auto-orders/endpoints.ts'
import { backups } from './backups/endpoints.ts'
import { budgets } from './budgets/endpoints.ts'
import { cards } from './cards/endpoints.ts'
import { channels } from './channels/endpoints.ts'
import { chat } from './chat/endpoints.ts'
import { clusters } from './clusters/endpoints.ts'
import { companies } from './companies/endpoints.ts'
import { dashboard } from './dashboard/endpoints.ts'
import { deposits } from './deposits/endpoints.ts'
import { files } from './files/endpoints.ts'
import { installers } from './installers/endpoints.ts'
import { instances } from './instances/endpoints.ts'
import { invoices } from './invoices/endpoints.ts'
import { keys } from './keys/endpoints.ts'
import { ledger } from './ledger/endpoints.ts'
import { machines } from './machines/endpoints.ts'
import { market } from './market/endpoints.ts'
import { media } from './media/endpoints.ts'
import { missions } from './missions/endpoints.ts'
import { models } from './models/endpoints.ts'
import { openai } from './models/openai-endpoints.ts'
import { monitoring } from './monitoring/endpoints.ts'
import { operator } from './operator/endpoints.ts'
import { payouts } from './payouts/endpoints.ts'
import { ports } from './ports/endpoints.ts'
import { posts } from './posts/endpoints.ts'
import { prices } from './prices/endpoints.ts'
import { privacy } from './privacy/endpoints.ts'
import { promoCodes } from './promo-codes/endpoints.ts'
import { receipts } from './receipts/endpoints.ts'
import { reconciliation } from './reconciliation/endpoints.ts'
import { rendering } from './rendering/endpoints.ts'
import { reputation } from './reputation/endpoints.ts'
import { reservations } from './reservations/endpoints.ts'
import { rewards } from './rewards/endpoints.ts'
import { snapshots } from './snapshots/endpoints.ts'
import { ssh } from './ssh/endpoints.ts'
import { statistics } from './statistics/endpoints.ts'
import { system } from './system/endpoints.ts'
import { templates } from './templates/endpoints.ts'
import { tiers } from './tiers/endpoints.ts'
import { volumes } from './volumes/endpoints.ts'
import { wallet } from './wallet/endpoints.ts'
import { webhooks } from './webhooks/endpoints.ts'

/** The whole API, area by area. Server, client and OpenAPI document are made from this value. */
export const api = {
  auth,
  accounts,
  wallet,
  payouts,
  keys,
  companies,
  operator,
  machines,
  monitoring,
  market,
  prices,
  templates,
  apps,
  instances,
  autoOrders,
  webhooks,
  ports,
  ssh,
  files,
  snapshots,
  volumes,
  reservations,
  backups,
  clusters,
  reputation,
  receipts,
  rendering,
  models,
  chat,
  openai,
  ledger,
  budgets,
  deposits,
  promoCodes,
  rewards,
  affiliate,
  missions,
  tiers,
  media,
  channels,
  posts,
  invoices,
  reconciliation,
  cards,
  dashboard,
  audit,
  privacy,
  installers,
  statistics,
  system,
} as const
export type Api = typeof api
export type Area = keyof Api
