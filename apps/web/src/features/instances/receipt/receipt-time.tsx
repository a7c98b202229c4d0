import { formatExact } from '../../../ui/format/times.ts'

const clock = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** A time to the second, in the one form of the whole receipt; year and time zone are in the tooltip. */
export function ReceiptTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {clock.format(new Date(at))}
    </time>
  )
}
