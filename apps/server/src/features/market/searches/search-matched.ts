import { WebhookSearch } from '@gridloom/contract/webhooks/events'
import { eventKind } from '../../../platform/business-events/business-event.ts'

/** Offers began to match a saved search with the channel webhook. The subject is the search. */
export const searchMatched = eventKind('search.matched', WebhookSearch.omit({ search_id: true }))
