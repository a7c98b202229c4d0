import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { detailsQuery } from '../../../api/queries.ts'
import { useAuth, useClient } from '../../../api/runtime.tsx'
import { type Tour, tourOf } from './tours.ts'
import { useTourChoices } from './use-tour-choices.ts'

interface PageTour {
  tour: Tour
  isShown: boolean
  show: () => void
  dismiss: () => void
}

/**
 * The tour of the open page, if it has one. Whether it was dismissed is remembered in the account; for visitors, and
 * until the server was reached, in this browser.
 */
export function usePageTour(): PageTour | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { isLoggedIn, details } = useDetails()
  const [choices, setChoices] = useTourChoices(details)
  const tour = tourOf(path)
  if (tour === undefined || (isLoggedIn && details === undefined)) return undefined
  const { name } = tour
  return {
    tour,
    isShown: !(choices[name] ?? details?.dismissed_tours.includes(name)),
    // It is above the content, out of sight where the page is scrolled.
    show: () => {
      setChoices((others) => ({ ...others, [name]: false }))
      scrollTo({ top: 0 })
    },
    dismiss: () => setChoices((others) => ({ ...others, [name]: true })),
  }
}

/** The signed-in user, without asking the server for a visitor. */
export function useDetails() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const { data } = useQuery({ ...detailsQuery(useClient()), enabled: isLoggedIn })
  return { isLoggedIn, details: isLoggedIn ? data : undefined }
}
