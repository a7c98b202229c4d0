import {
  type NewSavedSearch,
  type SavedSearch,
  SearchChannel,
} from '@gridloom/contract/market/saved-search'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { parseOfferQuery } from '@gridloom/domain/market/parse-query'
import { filtersSentence } from '../../../shared/market/filter-text.ts'
import type { SetFilters } from '../offer-search.ts'

/** What the form of a saved search holds. */
export interface SearchDraft {
  readonly name: string
  readonly query: string
  readonly channels: readonly SearchChannel[]
}

export const nameCharsMax = 80

/** The draft that saves what is searched now, named by its filters. */
export function newDraft(filters: SetFilters): SearchDraft {
  const name = filtersSentence(filters)
  const short = name.length > nameCharsMax ? `${name.slice(0, nameCharsMax - 1)}…` : name
  return { name: short, query: formatOfferQuery(filters), channels: ['email'] }
}

export function draftOf({ name, query, channels }: SavedSearch): SearchDraft {
  return { name, query, channels }
}

/** Returns what is wrong with a field; `undefined` where nothing is. */
export function draftProblems({ name, query }: SearchDraft) {
  const { problem } = parseOfferQuery(query)
  return {
    name: name.trim() === '' ? 'Name is required' : undefined,
    query: problem === undefined ? undefined : `Cannot be read: ${problem.text}`,
  }
}

export function toNewSearch({ name, query, channels }: SearchDraft): NewSavedSearch {
  return { name: name.trim(), query, channels: [...channels] }
}

export const channelWords: Readonly<Record<SearchChannel, { label: string; about: string }>> = {
  email: { label: 'Email', about: 'To the address of the account' },
  webhook: { label: 'Webhook', about: 'To your webhooks with the event search.matched' },
}

export const searchChannels = SearchChannel.options
