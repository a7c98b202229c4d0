import type { Client } from '@gridloom/client/calls'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { Notice } from '@gridloom/contract/notices/notice'
import type { system } from '@gridloom/contract/system/endpoints'
import { assertNever } from '@gridloom/domain/assert-never'
import type { QueryClient } from '@tanstack/react-query'
import { clockNowMs } from '../../browser/clock.ts'
import type { Toasts, ToastType } from '../../ui/toasts/toasts.ts'
import { keys } from '../query-keys.ts'
import { keepBalance, keepInstance, keepMachine, keepRenderJob } from './keep.ts'
import type { LiveStore } from './live-state.ts'

interface LiveParts {
  client: Client
  queryClient: QueryClient
  toasts: Toasts
  live: LiveStore
}

type AccountEvent = EventOf<typeof system.events>

/**
 * Follows the account's events and writes them into the query cache until the signal aborts. After a break all queries
 * are refetched, because events in between may be lost.
 */
export async function followEvents(parts: LiveParts, signal: AbortSignal): Promise<void> {
  const { client, live } = parts
  live.setState({ kind: 'connecting' }, true)
  try {
    const events = client.system.events({
      signal,
      onState: (state) => (state === 'open' ? markLive(parts) : markBroken(live)),
    })
    for await (const event of events) keepEvent(parts, event)
  } finally {
    live.setState(signal.aborted ? { kind: 'off' } : brokenSince(live), true)
  }
}

function markLive({ live, queryClient }: LiveParts): void {
  const wasBroken = live.getState().kind === 'reconnecting'
  live.setState({ kind: 'live' }, true)
  // Data fetched before the stream opened may be stale; after a break, queries in flight are refetched too.
  const before = wasBroken ? {} : ({ fetchStatus: 'idle' } as const)
  // @NOTE refetched in the background: a query that fails keeps its data and shows its own error
  void queryClient.invalidateQueries(before)
}

function markBroken(live: LiveStore): void {
  live.setState(brokenSince(live), true)
}

function brokenSince(live: LiveStore) {
  const state = live.getState()
  return state.kind === 'reconnecting'
    ? state
    : ({ kind: 'reconnecting', sinceMs: clockNowMs() } as const)
}

function keepEvent({ queryClient, toasts }: LiveParts, event: AccountEvent): void {
  switch (event.event) {
    case 'instance':
      keepInstance(queryClient, event.data)
      if (event.data.cluster !== null)
        void queryClient.invalidateQueries({ queryKey: keys.clusters })
      if (event.data.reservation_id !== null)
        void queryClient.invalidateQueries({ queryKey: keys.reservations })
      break
    case 'machine':
      keepMachine(queryClient, event.data)
      void queryClient.invalidateQueries({ queryKey: keys.preparedApps(event.data.id) })
      break
    case 'render':
      keepRenderJob(queryClient, event.data)
      break
    case 'balance':
      keepBalance(queryClient, event.data)
      void queryClient.invalidateQueries({ queryKey: keys.accountBudget })
      void queryClient.invalidateQueries({ queryKey: keys.projects })
      break
    case 'notice':
      publishNotice(toasts, event.data)
      break
    case 'apps':
      void queryClient.invalidateQueries({ queryKey: keys.apps })
      break
    case 'offers':
      void queryClient.invalidateQueries({ queryKey: keys.offers })
      break
    case 'models':
      void queryClient.invalidateQueries({ queryKey: keys.models })
      break
    case 'ports':
      void queryClient.invalidateQueries({ queryKey: keys.ports })
      break
    case 'snapshots':
      void queryClient.invalidateQueries({ queryKey: keys.snapshots })
      break
    case 'reservations':
      void queryClient.invalidateQueries({ queryKey: keys.reservations })
      break
    case 'deposits':
      void queryClient.invalidateQueries({ queryKey: keys.deposits })
      break
    case 'rewards':
      void queryClient.invalidateQueries({ queryKey: keys.rewards })
      void queryClient.invalidateQueries({ queryKey: keys.missions })
      break
    case 'media':
      void queryClient.invalidateQueries({ queryKey: keys.media })
      void queryClient.invalidateQueries({ queryKey: [...keys.operator, 'media'] })
      break
    case 'missions':
      void queryClient.invalidateQueries({ queryKey: keys.missions })
      break
    case 'posts':
      void queryClient.invalidateQueries({ queryKey: keys.posts })
      break
    case 'affiliate':
      void queryClient.invalidateQueries({ queryKey: keys.affiliate })
      break
    case 'channels':
      void queryClient.invalidateQueries({ queryKey: keys.channels })
      break
    case 'card_payments':
      void queryClient.invalidateQueries({ queryKey: keys.cards })
      break
    case 'auto_orders':
      void queryClient.invalidateQueries({ queryKey: keys.autoOrders })
      break
    case 'volumes':
      void queryClient.invalidateQueries({ queryKey: keys.volumes })
      break
    case 'backups':
      void queryClient.invalidateQueries({ queryKey: keys.backups })
      break
    case 'clusters':
      void queryClient.invalidateQueries({ queryKey: keys.clusters })
      break
    case 'gpu_alerts':
      void queryClient.invalidateQueries({ queryKey: keys.gpuAlerts })
      break
    case 'chats':
      void queryClient.invalidateQueries({ queryKey: keys.chats })
      break
    case 'webhooks':
      void queryClient.invalidateQueries({ queryKey: keys.webhooks })
      break
    case 'account':
      void queryClient.invalidateQueries({ queryKey: keys.details })
      break
    case 'announcements':
      void queryClient.invalidateQueries({ queryKey: keys.announcements })
      void queryClient.invalidateQueries({ queryKey: keys.operator })
      void queryClient.invalidateQueries({ queryKey: keys.health })
      break
    default:
      assertNever(event)
  }
}

const toastTypes = {
  info: 'success',
  warning: 'warning',
  error: 'error',
} as const satisfies Record<Notice['level'], ToastType>

function publishNotice(toasts: Toasts, notice: Notice): void {
  toasts.show({ id: notice.key, type: toastTypes[notice.level], message: notice.text })
}
