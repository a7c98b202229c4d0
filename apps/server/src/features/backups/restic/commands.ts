import { type BackupDestination, neverBackedUp } from '@gridloom/contract/backups/backup'
import { shellWord } from '@gridloom/domain/shell/quote-shell'

/** The secrets of a plan: they reach restic in its environment, never in its arguments. */
export interface BackupSecrets {
  password: string
  secret_access_key?: string | undefined
}

/** A command for a session: a script for a POSIX shell, and its environment. */
export interface ResticCommand {
  script: string
  environment: { name: string; value: string }[]
}

/** What the script prints, after `gridloom:`, where restic is not started, and the exit code that goes with it. */
export const refusalExitCode = 97

const toolbox = '/.gridloom'
/** Where systems keep the certificates of authorities; those of the toolbox are for images without. */
const certificateFiles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/**
 * Returns the command that runs restic with these words on the repository of a destination. With us, restic's storage
 * program is a pipe to the session's own input and output: nothing listens in the instance, and no other process of it
 * can speak to the repository. Everything that restic prints comes on standard error.
 */
export function resticCommand(
  words: readonly string[],
  {
    destination,
    secrets,
    before = '',
  }: { destination: BackupDestination; secrets: BackupSecrets; before?: string },
): ResticCommand {
  const where =
    destination.kind === 'gridloom'
      ? ['-r', 'rclone:gridloom', '-o', `rclone.program=${toolbox}/libexec/backup-pipe`]
      : ['-r', s3Url(destination), ...regionOf(destination.region)]
  const all = [`${toolbox}/bin/restic`, '--no-cache', ...where, ...words]
  const script = `
if [ ! -x ${toolbox}/libexec/backup-pipe ]; then echo gridloom:not_supported >&2; exit ${refusalExitCode}; fi
exec 3<&0 4>&1 </dev/null >&2
${before}
${toolbox}/bin/busybox renice -n 10 -p $$ >/dev/null 2>&1
${toolbox}/bin/busybox ionice -c 3 -p $$ >/dev/null 2>&1
gl_certificates=
for gl_file in ${certificateFiles.join(' ')}; do [ -r "$gl_file" ] && gl_certificates=found; done
[ -n "$gl_certificates" ] || export SSL_CERT_FILE=${toolbox}/etc/ca-certificates.crt
exec ${all.map(shellWord).join(' ')}
`
  return { script, environment: environmentOf(destination, secrets) }
}

/** What is passed to `restic backup`: the tag finds the plan's own backups in a repository that others use too. */
export function backupWords(plan: {
  id: string
  name: string
  paths: readonly string[]
  excludes: readonly string[]
}): string[] {
  const excludes = [...neverBackedUp.map((path) => `${path}/*`), ...plan.excludes]
  return wordsOf(plan.id, { paths: plan.paths, excludes })
}

function wordsOf(
  id: string,
  { paths, excludes }: Record<'paths' | 'excludes', readonly string[]>,
): string[] {
  return [
    ...['backup', '--json', '--tag', id, '--host', hostOf(id)],
    ...excludes.flatMap((pattern) => ['--exclude', pattern]),
    ...['--', ...paths],
  ]
}

/**
 * The same for a volume: the paths are below its root, wherever an instance has it, so that they are the same in each
 * backup. The script has to {@link enter} the folder that the volume is at.
 */
export function volumeBackupWords(
  plan: Parameters<typeof backupWords>[0],
  folder: string,
): string[] {
  const paths = plan.paths.map((path) => `.${path}`)
  const excludes = plan.excludes.map((pattern) =>
    pattern.startsWith('/') ? below(folder, pattern) : pattern,
  )
  return wordsOf(plan.id, { paths, excludes })
}

/** A path below a folder, both absolute. */
export function below(folder: string, path: string): string {
  if (folder === '/') return path
  return path === '/' ? folder : `${folder}${path}`
}

/** A script that goes into a folder, or refuses the backup. */
export function enter(folder: string): string {
  return `cd ${shellWord(folder)} || exit ${refusalExitCode}`
}

/** What is passed to `restic forget`: recovery points of the plan alone, of whatever paths they are. */
export function forgetWords(
  id: string,
  {
    last,
    daily,
    weekly,
    monthly,
  }: { last: number; daily: number; weekly: number; monthly: number },
): string[] {
  const kept = { last, daily, weekly, monthly }
  const policy = Object.entries(kept).flatMap(([unit, count]) =>
    count > 0 ? [`--keep-${unit}`, String(count)] : [],
  )
  return ['forget', '--json', '--prune', '--tag', id, '--group-by', 'host', ...policy]
}

/** What is passed to `restic restore`. */
export function restoreWords({
  point_id,
  target,
  include,
}: {
  point_id: string
  target: string
  include: string | null
}): string[] {
  const only = include === null ? [] : ['--include', include.replaceAll(/[\\*?[\]]/g, '\\$&')]
  return ['restore', point_id, '--target', target, ...only]
}

/** A script that refuses a restore where there is something already. */
export function refuseExisting(places: readonly string[]): string {
  return places
    .map(
      (place) =>
        `if [ -n "$(${toolbox}/bin/busybox find ${shellWord(place)} -mindepth 1 -maxdepth 1 2>/dev/null | ${toolbox}/bin/busybox head -c 1)" ] || { [ -e ${shellWord(place)} ] && [ ! -d ${shellWord(place)} ]; }; then echo gridloom:target_not_empty; exit ${refusalExitCode}; fi`,
    )
    .join('\n')
}

/** A script that refuses a backup of paths that are all missing, which restic would call an empty one. */
export function demandPaths(paths: readonly string[]): string {
  return paths
    .map(
      (path) =>
        `if [ ! -e ${shellWord(path)} ] && [ ! -L ${shellWord(path)} ]; then echo gridloom:path_missing; exit ${refusalExitCode}; fi`,
    )
    .join('\n')
}

/** The same for every backup of a plan, whatever the container is called: restic compares with the last one of it. */
function hostOf(id: string): string {
  return `gridloom-${id}`
}

function s3Url({ endpoint, bucket, prefix }: Extract<BackupDestination, { kind: 's3' }>): string {
  return `s3:${endpoint}/${[bucket, prefix].filter((part) => part !== '').join('/')}`
}

function regionOf(region: string): string[] {
  return region === '' ? [] : ['-o', `s3.region=${region}`]
}

function environmentOf(
  destination: BackupDestination,
  { password, secret_access_key = '' }: BackupSecrets,
): ResticCommand['environment'] {
  return [
    { name: 'RESTIC_PASSWORD', value: password },
    // One line of progress a second.
    { name: 'RESTIC_PROGRESS_FPS', value: '1' },
    // Less memory, which is the instance's.
    { name: 'GOGC', value: '20' },
    ...(destination.kind === 's3'
      ? [
          { name: 'AWS_ACCESS_KEY_ID', value: destination.access_key_id },
          { name: 'AWS_SECRET_ACCESS_KEY', value: secret_access_key },
        ]
      : []),
  ]
}
