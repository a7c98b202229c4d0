import { NewBackupPlan } from '@gridloom/contract/backups/backup'

/** A new plan as it is typed. */
export interface BackupDraft {
  name: string
  instance: string
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

export function emptyDraft(instance: string, timeZone: string): BackupDraft {
  return {
    ...{ name: '', instance, paths: '/root', excludes: '', when: 'daily', time: '03:00' },
    ...{ cron: '0 */6 * * *', timeZone, last: 0, daily: 7, weekly: 4, monthly: 6 },
    ...{ to: 'gridloom', url: '', region: '', accessKey: '', secretKey: '', password: '' },
  }
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Parses a draft; the problems are by the name of their field. Pure. */
export function planOf(
  draft: BackupDraft,
): { plan: NewBackupPlan } | { problems: Partial<Record<keyof BackupDraft, string>> } {
  const { name, instance, time, timeZone, last, daily, weekly, monthly } = draft
  const [hour = '3', minute = '0'] = time.split(':').map((part) => String(Number(part)))
  const at = {
    daily: `${minute} ${hour} * * *`,
    weekly: `${minute} ${hour} * * 0`,
    cron: draft.cron,
  }
  const parsed = NewBackupPlan.safeParse({
    ...{ name, instance_id: instance, paths: lines(draft.paths), excludes: lines(draft.excludes) },
    schedule: draft.when === 'manual' ? null : { time_zone: timeZone, at: at[draft.when] },
    retention: { last, daily, weekly, monthly },
    destination: draft.to === 's3' ? s3Of(draft) : { kind: 'gridloom' },
    ...(draft.password === '' ? {} : { password: draft.password }),
  })
  if (parsed.success) return { plan: parsed.data }
  const problems: Partial<Record<keyof BackupDraft, string>> = {}
  for (const { path, message } of parsed.error.issues) problems[fieldOf(path)] ??= message
  return { problems }
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
