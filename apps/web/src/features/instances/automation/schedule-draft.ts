import type { InstanceSchedule } from '@gridloom/contract/instances/automation'

/** Monday first; cron counts them from Sunday, 0. */
export const weekdays = [
  { value: '1', label: 'Mon' },
  { value: '2', label: 'Tue' },
  { value: '3', label: 'Wed' },
  { value: '4', label: 'Thu' },
  { value: '5', label: 'Fri' },
  { value: '6', label: 'Sat' },
  { value: '0', label: 'Sun' },
] as const

/** A schedule as its form shows it: weekdays with one time each for start and stop, or two cron expressions. */
export interface ScheduleDraft {
  readonly mode: 'weekdays' | 'cron'
  readonly timeZone: string
  readonly days: readonly string[]
  /** `HH:MM`; empty: never. */
  readonly startTime: string
  readonly stopTime: string
  readonly startCron: string
  readonly stopCron: string
}

/** The draft of a schedule; of none, office hours in the zone of the browser. */
export function draftOf(schedule: InstanceSchedule | null, browserZone: string): ScheduleDraft {
  const start = schedule?.start ?? ''
  const stop = schedule?.stop ?? ''
  const cron = { startCron: start, stopCron: stop }
  if (schedule === null) {
    const usual = { days: ['1', '2', '3', '4', '5'], startTime: '08:00', stopTime: '18:00' }
    return { mode: 'weekdays', timeZone: browserZone, ...usual, ...cron }
  }
  const times = [start, stop].filter((one) => one !== '').map(weeklyTime)
  const [first] = times
  const isWeekly = times.every(
    (one) => one !== undefined && String(one.days) === String(first?.days),
  )
  const timeZone = schedule.time_zone
  if (first === undefined || !isWeekly)
    return { mode: 'cron', timeZone, days: [], startTime: '', stopTime: '', ...cron }
  return {
    mode: 'weekdays',
    timeZone,
    days: first.days,
    startTime: weeklyTime(start)?.time ?? '',
    stopTime: weeklyTime(stop)?.time ?? '',
    ...cron,
  }
}

/** The schedule of a draft, in the contract's shape; its schema says what is wrong with it. */
export function scheduleOf(draft: ScheduleDraft) {
  const { mode, timeZone, days, startTime, stopTime, startCron, stopCron } = draft
  return {
    time_zone: timeZone,
    start: orNull(mode === 'cron' ? startCron.trim() : weeklyCron(days, startTime)),
    stop: orNull(mode === 'cron' ? stopCron.trim() : weeklyCron(days, stopTime)),
  }
}

function weeklyCron(days: readonly string[], time: string): string {
  const [hour, minute] = time.split(':').map(Number)
  if (hour === undefined || minute === undefined || days.length === 0) return ''
  return `${minute} ${hour} * * ${days.length === weekdays.length ? '*' : days.toSorted().join(',')}`
}

/** The weekdays and the time of an expression that the form of weekdays can show. */
function weeklyTime(cron: string): { days: string[]; time: string } | undefined {
  const match = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:[,-][0-6])*)$/.exec(cron)
  if (match === null) return undefined
  const [, minute = '', hour = '', days = ''] = match
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return { days: days === '*' ? weekdays.map(({ value }) => value).toSorted() : daysOf(days), time }
}

function daysOf(text: string): string[] {
  return text
    .split(',')
    .flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number)
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at))
    })
    .toSorted()
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
