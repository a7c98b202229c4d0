import { z } from 'zod'
import { SavedSearchId } from '../core/ids.ts'
import { PlainLine, Timestamp } from '../core/values.ts'
import { OfferFilters, OfferQueryText } from './offer-filters.ts'

/** How an account is told of new matches, beside the notice in the page. */
export const SearchChannel = z.enum(['email', 'webhook'])
export type SearchChannel = z.infer<typeof SearchChannel>

/** A saved search sends at most one message in this time, with all new matches. */
export const searchMessageEveryS = 60 * 60

/** The offers that one message names; it counts the others. */
export const searchMatchesNamed = 20

/** A query with a name, which tells its account of offers that begin to match. Each offer is told once. */
export const SavedSearch = z.strictObject({
  id: SavedSearchId,
  name: z.string(),
  /** As it is written canonically. */
  query: z.string(),
  filters: OfferFilters,
  channels: z.array(SearchChannel),
  paused: z.boolean(),
  created_at: Timestamp,
  /** When its last message was sent; `null`: never. */
  last_sent_at: Timestamp.nullable(),
  /** New matches that the next message has. */
  waiting: z.int(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

const name = PlainLine.min(1).max(80)
const channels = z.array(SearchChannel).max(2)

export const NewSavedSearch = z.strictObject({
  name,
  query: OfferQueryText,
  channels: channels.default(['email']),
})
export type NewSavedSearch = z.infer<typeof NewSavedSearch>

export const ChangeSavedSearch = z.strictObject({
  name: name.optional(),
  /** Offers that match already are not told. */
  query: OfferQueryText.optional(),
  channels: channels.optional(),
  /** Nothing is sent while it is paused, and what matches meanwhile is not told later. */
  paused: z.boolean().optional(),
})
export type ChangeSavedSearch = z.infer<typeof ChangeSavedSearch>
