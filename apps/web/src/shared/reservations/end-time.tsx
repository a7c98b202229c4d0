import { formatDayAndTime, formatExact } from '../../ui/format/times.ts'

/** The end of a reservation as `Dec 5, 14:00`, in the user's time zone; the exact time is in the tooltip. */
export function EndTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)} className="gl-num">
      {formatDayAndTime(at)}
    </time>
  )
}
