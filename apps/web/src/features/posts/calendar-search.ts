import { MediaId } from '@gridloom/contract/core/ids'

export interface CalendarSearch {
  /** The medium that a new post begins with. */
  media?: MediaId
}

/** Reads the search of `/ambassador/calendar`; what is malformed is left out. */
export function readCalendarSearch({ media }: Record<string, unknown>): CalendarSearch {
  const id = MediaId.safeParse(media)
  return id.success ? { media: id.data } : {}
}
