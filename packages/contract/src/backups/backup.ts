import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { BackupPlanId, BackupRunId, InstanceId, VolumeId } from '../core/ids.ts'
import { MicroUsd, PlainLine, Timestamp } from '../core/values.ts'
import { CronExpression, TimeZone } from '../instances/automation.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Folders that are empty in a backup: the kernel or the agent has them in every instance. */
export const neverBackedUp = ['/proc', '/sys', '/dev', '/.gridloom', '/run/gridloom-names'] as const

/** A file or folder of an instance, or of a volume below its root: absolute, without `.`, `..`, doubled slashes or one at its end. */
export const BackupPath = z
  .string()
  .max(limits.backupPathChars)
  .regex(/^\/([^/]+(\/[^/]+)*)?$/, 'Use an absolute path, such as /data')
  .refine((path) => !/\/\.{1,2}(\/|$)/.test(path), 'must not contain . or ..')
  .refine(
    (path) => path.isWellFormed() && !/\p{Cc}/u.test(path),
    'must not contain control characters',
  )
  .meta({ examples: ['/data'] })
export type BackupPath = z.infer<typeof BackupPath>

/** A pattern of restic: a name, or a path where `*` stands for any text without a slash and `**` for any. */
const ExcludePattern = PlainLine.min(1)
  .max(limits.backupPathChars)
  .refine((text) => !text.startsWith('!'), 'must not begin with !')
  .meta({ examples: ['*.tmp'] })

/** What opens a repository. Nobody can read a backup without it. */
export const BackupPassword = z
  .string()
  .min(12)
  .max(256)
  .refine((text) => bytesOf(text) <= 512, 'must have at most 512 bytes')
  .refine(
    (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
    'must not contain control characters',
  )

/** When a plan runs, in local time of the zone. */
export const BackupSchedule = z.strictObject({ time_zone: TimeZone, at: CronExpression })
export type BackupSchedule = z.infer<typeof BackupSchedule>

const kept = z.int().min(0).max(limits.backupPointsKept)

/**
 * How many recovery points stay: the last ones, and the last one of each of so many days, weeks and months. All others are
 * deleted after a backup.
 */
export const BackupRetention = z
  .strictObject({
    last: kept.default(0),
    daily: kept.default(7),
    weekly: kept.default(4),
    monthly: kept.default(6),
  })
  .refine(
    ({ last, daily, weekly, monthly }) => last + daily + weekly + monthly > 0,
    'must keep at least one',
  )
  .meta({ examples: [{ last: 0, daily: 7, weekly: 4, monthly: 6 }] })
export type BackupRetention = z.infer<typeof BackupRetention>

const s3Place = {
  kind: z.literal('s3'),
  /** Without the bucket. */
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be https://HOST/BUCKET' })
    .max(200)
    .regex(/^https?:\/\/[^/?#@ ]+$/, 'must be https://HOST, without a path')
    .meta({ examples: ['https://s3.eu-central-1.amazonaws.com'] }),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .meta({ examples: ['backups'] }),
  prefix: z
    .string()
    .max(200)
    .regex(
      /^([A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/,
      'must be a folder such as gridloom/web',
    )
    .default(''),
  region: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/, 'must be a region such as eu-central-1')
    .default(''),
  access_key_id: z
    .string()
    .regex(/^[!-~]{1,128}$/, 'Enter the access key ID')
    .meta({ examples: ['AKIAIOSFODNN7EXAMPLE'] }),
}

/** Where the repository is: with Gridloom, or in a bucket of one's own, which the instance itself writes to. */
export const BackupDestination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('gridloom') }),
  z.strictObject(s3Place),
])
export type BackupDestination = z.infer<typeof BackupDestination>

/** The same, with the secret that no call returns. */
export const NewBackupDestination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('gridloom') }),
  z.strictObject({
    ...s3Place,
    secret_access_key: z
      .string()
      .regex(/^[!-~]{1,200}$/, 'Enter the secret access key')
      .meta({ examples: ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'] }),
  }),
])
export type NewBackupDestination = z.infer<typeof NewBackupDestination>

/**
 * `skipped`: the instance did not run at the time, or no running one had the volume and its machine could not use it
 * without one. A failed backup leaves earlier recovery points as they were.
 */
export const BackupRunState = z.enum([
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'skipped',
])
export type BackupRunState = z.infer<typeof BackupRunState>

/** Why a run failed or was skipped. */
export const BackupFailure = z.enum([
  'instance_not_running',
  'volume_not_attached',
  'volume_unavailable',
  'bucket_needs_instance',
  'machine_offline',
  'not_supported',
  'interrupted',
  'timed_out',
  'wrong_password',
  'repository_unreachable',
  'storage_full',
  'storage_unpaid',
  'disk_full',
  'out_of_memory',
  'path_missing',
  'nothing_to_back_up',
  'target_not_empty',
  'secret_unreadable',
  'program_failed',
])
export type BackupFailure = z.infer<typeof BackupFailure>

export const PointId = z
  .string()
  .regex(/^[0-9a-f]{8,64}$/, 'must be the id of a recovery point')
  .meta({ examples: ['2bbc7cfce367baef9dcd0996198059d9615e4db422be5acd62b4d5e94266bb53'] })

/** What a restore writes: to the original paths (`/`), or below a folder. */
const restored = {
  point_id: PointId,
  /**
   * The paths of the backup are created below it, of a volume below its root. `/`: where they were, which for a plan of a
   * volume is where the instance has it.
   */
  target: BackupPath,
  /** Only this file or folder of the backup; `null`: all of it. */
  include: BackupPath.nullable().default(null),
  /** `refuse`: it fails where there is something already. `overwrite`: files of the same path are replaced. */
  existing: z.enum(['refuse', 'overwrite']).default('refuse'),
}

/** Into a running instance, or into a volume that no running one has: exactly one of them. */
export const NewRestore = z
  .strictObject({
    ...restored,
    instance_id: InstanceId.optional(),
    volume_id: VolumeId.optional(),
  })
  .refine(
    ({ instance_id, volume_id }) => (instance_id === undefined) !== (volume_id === undefined),
    { message: 'Name an instance or a volume', path: ['instance_id'] },
  )
  .meta({
    examples: [
      {
        point_id: '2bbc7cfce367baef9dcd0996198059d9615e4db422be5acd62b4d5e94266bb53',
        instance_id: 'ins_01jd3v8q6f7g8h9jkmnpqrstvw',
        target: '/restored',
      },
    ],
  })
export type NewRestore = z.infer<typeof NewRestore>

/** One backup, or one restore. */
export const BackupRun = z.strictObject({
  id: BackupRunId,
  plan_id: BackupPlanId,
  kind: z.enum(['backup', 'restore']),
  trigger: z.enum(['schedule', 'manual']),
  state: BackupRunState,
  failure: BackupFailure.nullable(),
  /** What the program said, at most 2,000 characters; also files that could not be read. */
  message: z.string().nullable(),
  /** `null`: no running instance had the volume. */
  instance_id: InstanceId.nullable(),
  instance_label: z
    .string()
    .nullable()
    .meta({ examples: ['training'] }),
  /** The volume that the machine itself read or wrote, while no running instance had it; `null`: see the instance. */
  volume_id: VolumeId.nullable(),
  volume_name: z
    .string()
    .nullable()
    .meta({ examples: ['datasets'] }),
  restore: z.strictObject(restored).nullable(),
  /** From 0 to 100; `null`: not known. */
  percent: z.int().nullable(),
  /** Files of the backup, and their bytes. */
  files: z.int().nullable(),
  bytes: z.int().nullable(),
  /** What a backup added to the repository, or what a restore read from it. */
  transferred_bytes: z.int(),
  point_id: PointId.nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
})
export type BackupRun = z.infer<typeof BackupRun>

/** One state of the files of a plan that can be restored. */
export const RecoveryPoint = z.strictObject({
  id: PointId,
  at: Timestamp,
  files: z.int().nullable(),
  bytes: z.int().nullable(),
})
export type RecoveryPoint = z.infer<typeof RecoveryPoint>

const name = PlainLine.min(1)
  .max(limits.labelChars)
  .meta({ examples: ['datasets'] })
const paths = z.array(BackupPath).min(1).max(limits.backupPaths)
const excludes = z.array(ExcludePattern).max(limits.backupExcludes)

/** What of which instance or volume is backed up, when, to where, and how long it is kept. */
export const BackupPlan = z.strictObject({
  id: BackupPlanId,
  name,
  /** The instance, or the one that has taken its place by a move; it may be destroyed. `null`: it is of a volume. */
  instance_id: InstanceId.nullable(),
  instance_label: z
    .string()
    .nullable()
    .meta({ examples: ['training'] }),
  /** The volume, in whichever running instance has it, or without one; it may be deleted. `null`: it is of an instance. */
  volume_id: VolumeId.nullable(),
  volume_name: z
    .string()
    .nullable()
    .meta({ examples: ['datasets'] }),
  /** Of a volume: below its root, so that `/` is all of it. */
  paths,
  excludes: z.array(z.string()).meta({ examples: [['*.tmp']] }),
  schedule: BackupSchedule.nullable(),
  retention: BackupRetention,
  destination: BackupDestination,
  /** As stored with Gridloom; 0 for a bucket of one's own. */
  stored_bytes: z.int(),
  micro_usd_per_month: MicroUsd,
  next_run_at: Timestamp.nullable(),
  last_run: BackupRun.nullable(),
  last_success_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type BackupPlan = z.infer<typeof BackupPlan>

/** Of an instance or of a volume: exactly one of them. */
export const NewBackupPlan = z
  .strictObject({
    name,
    instance_id: InstanceId.optional(),
    volume_id: VolumeId.optional(),
    paths,
    excludes: excludes.default([]),
    schedule: BackupSchedule.nullable().default(null),
    retention: BackupRetention.default({ last: 0, daily: 7, weekly: 4, monthly: 6 }),
    destination: NewBackupDestination.default({ kind: 'gridloom' }),
    /** Omitted: one is made, and returned once. */
    password: BackupPassword.optional(),
  })
  .refine(
    ({ instance_id, volume_id }) => (instance_id === undefined) !== (volume_id === undefined),
    {
      message: 'Name an instance or a volume',
      path: ['instance_id'],
    },
  )
  .meta({
    examples: [
      { name: 'datasets', instance_id: 'ins_01jd3v8q6f7g8h9jkmnpqrstvw', paths: ['/data'] },
    ],
  })
export type NewBackupPlan = z.infer<typeof NewBackupPlan>

/** The answer to a new plan: the only one with its password, if that was made. */
export const CreatedBackupPlan = z.strictObject({
  plan: BackupPlan,
  password: z.string().nullable(),
})
export type CreatedBackupPlan = z.infer<typeof CreatedBackupPlan>

/** A new password of a plan. */
export const NewBackupPassword = z.strictObject({
  /** Omitted: one is made, and returned once. For a bucket of one's own it has to be given: it is stored, not changed there. */
  password: BackupPassword.optional(),
})
export type NewBackupPassword = z.infer<typeof NewBackupPassword>

/** The answer to a changed password: the only one with it, if it was made. */
export const ChangedBackupPassword = z.strictObject({ password: z.string().nullable() })
export type ChangedBackupPassword = z.infer<typeof ChangedBackupPassword>

/** An omitted setting stays as it is. */
export const ChangeBackupPlan = z.strictObject({
  name: name.optional(),
  excludes: excludes.optional(),
  schedule: BackupSchedule.nullable().optional(),
  retention: BackupRetention.optional(),
})
export type ChangeBackupPlan = z.infer<typeof ChangeBackupPlan>

/** The storage that the repositories of an account take with Gridloom. */
export const BackupStorage = z.strictObject({
  stored_bytes: z.int(),
  micro_usd_per_gb_month: MicroUsd,
  micro_usd_per_month: MicroUsd,
  /** Set when the balance is used up: until then the backups are kept. */
  kept_until: Timestamp.nullable(),
})
export type BackupStorage = z.infer<typeof BackupStorage>
