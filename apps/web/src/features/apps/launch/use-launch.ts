import { ApiError, NetworkError } from '@gridloom/client/api-error'
import type { App } from '@gridloom/contract/apps/app'
import type { InstanceId, OfferId } from '@gridloom/contract/core/ids'
import { problemOfValue } from '@gridloom/domain/apps/fill-fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { quoteClock } from '../../../shared/market/quote-clock.ts'
import type { WrongFields } from '../../../ui/form/problem-at.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { appPriceQuery, useLaunchApp } from '../api/launch.ts'

interface LaunchInputs {
  app: App
  values: Readonly<Record<string, string>>
  except: readonly OfferId[]
  onLaunched: (id: InstanceId, offerId: OfferId) => void
}

/** State of a launch: the chosen offer, its locked price, the fields that are wrong, and the order. */
export function useLaunch({ app, values, except, onLaunched }: LaunchInputs) {
  const [offerId, setOfferId] = useState<OfferId>()
  const [found, setFound] = useState<WrongFields>({})
  const nowMs = useNow()
  const price = { slug: app.slug, offerId, diskGb: undefined, except }
  const quote = useQuery(appPriceQuery(useClient(), price))
  const chosen = quote.data?.offer.id
  const order = useLaunchApp(app.slug, (id) => chosen && onLaunched(id, chosen))
  const clock = quote.data && quoteClock(quote.data.quote, nowMs)
  const isFresh = !quote.isPlaceholderData && !quote.isFetching
  const typed = typedValues(app, values)
  useShownInPlace(quote.error)
  const isUnanswered = order.error instanceof NetworkError

  function launch(): void {
    const problems = problemsOf(app, values)
    setFound(problems)
    if (quote.data === undefined || Object.keys(problems).length > 0) return
    const { offer, quote: locked } = quote.data
    const { slots, disk_gb } = locked
    const body = { offer_id: offer.id, quote_id: locked.id, slots, disk_gb, fields: typed }
    order.mutate({ body: { ...body, version: app.version }, quoteId: locked.id })
  }

  return {
    quote,
    clock,
    isFresh,
    typed,
    launching: order.isPending,
    error: order.error ?? quote.error,
    isUnanswered,
    canLaunch: quote.data !== undefined && isFresh && clock?.expired === false && !isUnanswered,
    wrong: { ...found, ...serverProblems(order.error) },
    launch,
    /** Sends the order whose response was lost again, with the same key: it cannot rent twice. */
    sendAgain() {
      if (order.variables) order.mutate(order.variables)
    },
    choose(id: OfferId) {
      order.reset()
      setOfferId(id)
    },
    /** Fetches a new price: of the chosen offer, or of the best one if that is gone. */
    renew(of: 'chosen' | 'best') {
      order.reset()
      if (of === 'best' && offerId !== undefined) return setOfferId(undefined)
      void quote.refetch()
    },
  }
}
export type Launch = ReturnType<typeof useLaunch>

/** Values that differ from what the server would fill in. */
function typedValues({ definition }: App, values: LaunchInputs['values']): Record<string, string> {
  return Object.fromEntries(
    definition.fields.flatMap(({ name, kind, default: fallback }) => {
      const value = values[name]
      if (value === undefined || value === fallback) return []
      return kind === 'generate' && value === '' ? [] : [[name, value] as const]
    }),
  )
}

function problemsOf({ definition }: App, values: LaunchInputs['values']): WrongFields {
  return Object.fromEntries(
    definition.fields.flatMap((field) => {
      const value = values[field.name] ?? field.default
      const isText = field.kind !== 'secret' && field.kind !== 'generate'
      const problem = problemOfValue(field, isText ? value.trim() : value)
      return problem === undefined ? [] : [[`fields.${field.name}`, problem] as const]
    }),
  )
}

function serverProblems(error: Error | null): WrongFields {
  return error instanceof ApiError && error.code === 'invalid_input' ? (error.fields ?? {}) : {}
}
