import {
  type BackupPlan,
  type BackupSchedule,
  ChangeBackupPlan,
  NewBackupPlan,
} from '@gridloom/contract/backups/backup'
import type { ZodError } from 'zod'

/** A new plan as it is typed. */
export interface BackupDraft {
  name: string
  of: 'instance' | 'volume'
  instance: string
  volume: string
  /** One a line. */
  paths: string
  excludes: string
  when: 'daily' | 'weekly' | 'cron' | 'manual'
  time: string
  cron: string
  timeZone: string
  last: number
  daily: number
  weekly: number
  monthly: number
  to: 'gridloom' | 's3'
  url: string
  region: string
  accessKey: string
  secretKey: string
  /** Empty: one is made. */
  password: string
}

/** What is wrong with a draft, by the name of the field. */
export type BackupProblems = Partial<Record<keyof BackupDraft, string>>

/** What is backed up unless paths are typed. */
export const defaultPaths = { instance: '/root', volume: '/' } as const

export function emptyDraft(instance: string, timeZone: string): BackupDraft {
  return {
    ...{
      name: '',
      of: 'instance',
      instance,
      volume: '',
      paths: defaultPaths.instance,
      excludes: '',
      when: 'daily',
      time: '03:00',
    },
    ...{ cron: '0 */6 * * *', timeZone, last: 0, daily: 7, weekly: 4, monthly: 6 },
    ...{ to: 'gridloom', url: '', region: '', accessKey: '', secretKey: '', password: '' },
  }
}

/** The settings of a plan as they are typed, to change them. */
export function draftOf(
  { name, instance_id, paths, excludes, schedule, retention }: BackupPlan,
  timeZone: string,
): BackupDraft {
  return {
    ...emptyDraft(instance_id ?? '', schedule?.time_zone ?? timeZone),
    ...{ name, paths: paths.join('\n'), excludes: excludes.join('\n') },
    ...retention,
    ...timesOf(schedule),
  }
}

/** Returns how a schedule is typed: by its time where it is daily or on Sundays. */
function timesOf(
  schedule: BackupSchedule | null,
): Pick<BackupDraft, 'when'> & Partial<BackupDraft> {
  if (schedule === null) return { when: 'manual' }
  const [, minute, hour, day] = /^(\d+) (\d+) \* \* (\*|0)$/.exec(schedule.at) ?? []
  if (minute === undefined || hour === undefined) return { when: 'cron', cron: schedule.at }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return { when: day === '0' ? 'weekly' : 'daily', time, cron: schedule.at }
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Parses a draft; the problems are by the name of their field. Pure. */
export function planOf(draft: BackupDraft): { plan: NewBackupPlan } | { problems: BackupProblems } {
  const parsed = NewBackupPlan.safeParse({
    ...(draft.of === 'volume' ? { volume_id: draft.volume } : { instance_id: draft.instance }),
    paths: lines(draft.paths),
    ...settingsOf(draft),
    destination: draft.to === 's3' ? s3Of(draft) : { kind: 'gridloom' },
    ...(draft.password === '' ? {} : { password: draft.password }),
  })
  return parsed.success ? { plan: parsed.data } : { problems: problemsOf(parsed.error) }
}

/** Parses the settings of a draft that can be changed later. Pure. */
export function changeOf(
  draft: BackupDraft,
): { change: ChangeBackupPlan } | { problems: BackupProblems } {
  const parsed = ChangeBackupPlan.safeParse(settingsOf(draft))
  return parsed.success ? { change: parsed.data } : { problems: problemsOf(parsed.error) }
}

function settingsOf(draft: BackupDraft) {
  const { name, time, timeZone, last, daily, weekly, monthly } = draft
  const [hour = '3', minute = '0'] = time.split(':').map((part) => String(Number(part)))
  const at = {
    daily: `${minute} ${hour} * * *`,
    weekly: `${minute} ${hour} * * 0`,
    cron: draft.cron,
  }
  return {
    ...{ name, excludes: lines(draft.excludes) },
    schedule: draft.when === 'manual' ? null : { time_zone: timeZone, at: at[draft.when] },
    retention: { last, daily, weekly, monthly },
  }
}

function problemsOf({ issues }: ZodError): BackupProblems {
  const problems: BackupProblems = {}
  for (const { path, message } of issues) problems[fieldOf(path)] ??= message
  return problems
}

/** `https://HOST/BUCKET/PREFIX`. */
function s3Of({ url, region, accessKey, secretKey }: BackupDraft): unknown {
  const parsed = URL.parse(url)
  const [bucket = '', ...prefix] = (parsed?.pathname ?? '').split('/').filter((part) => part !== '')
  return {
    ...{ kind: 's3', endpoint: parsed?.origin ?? '', bucket, prefix: prefix.join('/'), region },
    ...{ access_key_id: accessKey, secret_access_key: secretKey },
  }
}

const fields: Readonly<Record<string, keyof BackupDraft>> = {
  name: 'name',
  instance_id: 'instance',
  volume_id: 'volume',
  paths: 'paths',
  excludes: 'excludes',
  schedule: 'cron',
  retention: 'daily',
  password: 'password',
  'destination.access_key_id': 'accessKey',
  'destination.secret_access_key': 'secretKey',
  'destination.region': 'region',
}

function fieldOf(path: readonly PropertyKey[]): keyof BackupDraft {
  const [first, second] = path
  return fields[`${String(first)}.${String(second)}`] ?? fields[String(first)] ?? 'url'
}
