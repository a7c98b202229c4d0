import { searchMatchesNamed, searchMessageEveryS } from '@gridloom/contract/market/saved-search'
import { formatPerHour } from '@gridloom/domain/money-format'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { mailIfWanted } from '../../accounts/index.ts'
import { publishNotice } from '../../notices/index.ts'
import { listMatches } from '../columns/list-matches.ts'
import { createOfferColumns } from '../columns/offer-columns.ts'
import { type IndexedRow, listOffersByIds } from '../columns/offer-index-store.ts'
import { indexedOfferOf } from '../columns/offer-values.ts'
import type { OfferMessagesCtx } from '../ctx.ts'
import type { SavedSearchRow } from '../schema.ts'
import {
  claimDueSearch,
  deleteOldMatches,
  listWaitingMatches,
  settleMatches,
} from './due-searches-store.ts'
import { searchMatched } from './search-matched.ts'
import { searchMatchedEmail } from './search-matched-email.ts'
import { updateSearch } from './searches-store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const toldKeptMs = 30 * dayMs
const toldKeptMax = 5_000

/**
 * Sends one message for each saved search with new matches, at most once an hour, with all that still match. Safe on any
 * number of replicas: the transaction that claims a search sends its message.
 */
export async function sendSearches(ctx: OfferMessagesCtx, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const more = await ctx.transact(async (tx) => {
      const before = new Date(ctx.clock.now().getTime() - searchMessageEveryS * 1_000)
      const search = await claimDueSearch(tx, before)
      if (search === undefined) return false
      await sendOne(ctx, tx, search)
      return true
    })
    if (!more) return
  }
}

/** Forgets offers that searches were told of long ago. */
export async function tidySearches(ctx: OfferMessagesCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - toldKeptMs)
  await ctx.transact((tx) => deleteOldMatches(tx, { before, keptMax: toldKeptMax }))
}

async function sendOne(ctx: OfferMessagesCtx, tx: Tx, search: SavedSearchRow): Promise<void> {
  const now = ctx.clock.now()
  const rows = await listOffersByIds(tx.db, await listWaitingMatches(tx, search.id))
  const columns = createOfferColumns(rows.length)
  columns.put(rows.map(indexedOfferOf))
  const ids = listMatches(columns, search.filters, { now, limit: rows.length })
  await settleMatches(tx, search.id, ids)
  if (ids.length === 0) return
  await updateSearch(tx, search.id, { last_sent_at: now })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const named = ids.slice(0, searchMatchesNamed).flatMap((id) => byId.get(id) ?? [])
  await notify(ctx, tx, { search, named, more: ids.length - named.length, now })
}

interface Message {
  search: SavedSearchRow
  named: readonly IndexedRow[]
  more: number
  now: Date
}

async function notify(ctx: OfferMessagesCtx, tx: Tx, message: Message): Promise<void> {
  const { search, named, more, now } = message
  const accountId = search.account_id
  const count = named.length + more
  const text = `${search.name}: ${count} new ${count === 1 ? 'offer matches' : 'offers match'}.`
  const key = `saved-search:${search.id}:${now.getTime()}`
  const notice = { key, level: 'info', text } as const
  await publishNotice(ctx, tx, { accountId, notice, mail: null })
  if (search.channels.includes('email')) {
    const url = new URL(`/instance?q=${encodeURIComponent(search.query)}`, ctx.publicUrl).href
    const lines = named.map((row) => `${hardwareOf(row)} on ${row.machine_name}: ${priceOf(row)}`)
    await mailIfWanted(ctx, tx, {
      accountId,
      kind: 'offer_alerts',
      message: (to) => searchMatchedEmail(to, { name: search.name, text, lines, more, url }),
    })
  }
  if (search.channels.includes('webhook')) {
    const { name, query } = search
    const offers = named.map((row) => ({
      ...{ offer_id: row.id, machine_id: row.machine_id, hardware: hardwareOf(row) },
      price_micro_usd_per_hour: row.price_micro_usd_per_hour,
    }))
    const payload = { name, query, offers, more }
    await recordEvents(ctx, tx, [searchMatched.of({ accountId, subject: search.id, payload })])
  }
}

function hardwareOf(row: IndexedRow): string {
  return row.gpu_model ?? row.cpu_model
}

function priceOf(row: IndexedRow): string {
  return `${formatPerHour(row.price_micro_usd_per_hour)} per slot`
}
