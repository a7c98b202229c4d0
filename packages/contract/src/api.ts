import { account } from './account.ts'
import { chats } from './chat-endpoints.ts'
import { companies } from './companies.ts'
import { identity } from './identity.ts'
import { installers } from './installers.ts'
import { instances } from './instance-endpoints.ts'
import { ledger } from './ledger.ts'
import { machines } from './machines.ts'
import { models } from './model-endpoints.ts'
import { offers } from './offers.ts'
import { openai } from './openai.ts'
import { operator } from './operator.ts'
import { rendering } from './render-endpoints.ts'
import { system } from './system.ts'
import { templates } from './templates.ts'

/** The whole API, area by area. Server, client and OpenAPI document are made from this value. */
export const api = {
  identity,
  account,
  companies,
  operator,
  machines,
  offers,
  templates,
  instances,
  rendering,
  models,
  chats,
  openai,
  ledger,
  installers,
  system,
} as const
export type Api = typeof api
export type Area = keyof Api
