import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import {
  backupWords,
  forgetWords,
  resticCommand,
  restoreWords,
  volumeBackupWords,
} from './commands.ts'
import { failureOf } from './judge-end.ts'
import { readLine } from './read-output.ts'

const secrets = { password: "it's $secret", secret_access_key: 'key$(id)' }
const s3 = {
  kind: 's3',
  endpoint: 'https://s3.example.com',
  bucket: 'backups',
  prefix: 'a/b',
  region: 'eu',
  access_key_id: 'AKIA',
} as const

describe('a command for restic', () => {
  it('has its secrets in the environment alone', () => {
    for (const destination of [s3, { kind: 'gridloom' }] as const) {
      const { script, environment } = resticCommand(['unlock'], { destination, secrets })
      expect(script).not.toContain('secret')
      expect(script).not.toContain('key$')
      expect(environment).toContainEqual({ name: 'RESTIC_PASSWORD', value: secrets.password })
    }
  })

  it('passes every word on as it is, whatever it contains', () => {
    const words = ["it's", '$(id)', '`id`', 'a b', '"', '\\', '*', '/ü', '-x']
    const { script } = resticCommand(words, { destination: s3, secrets })
    const last = script.trim().split('\n').at(-1) ?? ''
    const shown = last.replace("exec '/.gridloom/bin/restic'", "printf '%s\\n'")
    const printed = execFileSync('sh', ['-c', shown], { encoding: 'utf8' }).trim().split('\n')
    expect(printed.slice(-words.length)).toEqual(words)
    expect(printed).toContain('s3:https://s3.example.com/backups/a/b')
  })

  it('names paths that are no options, and only what is to be kept', () => {
    const plan = { id: 'bkp_1', name: 'x', paths: ['/data', '/root'], excludes: ['*.tmp'] }
    expect(backupWords(plan).slice(-5)).toEqual(['--exclude', '*.tmp', '--', '/data', '/root'])
    expect(forgetWords('bkp_1', { last: 0, daily: 7, weekly: 0, monthly: 2 }).slice(-4)).toEqual([
      ...['--keep-daily', '7', '--keep-monthly', '2'],
    ])
  })

  it('names paths of a volume from its root, wherever an instance has it', () => {
    const plan = { id: 'bkp_1', name: 'x', paths: ['/', '/-a'], excludes: ['*.tmp', '/cache'] }
    expect(volumeBackupWords(plan, '/mnt/data').slice(6)).toEqual([
      ...['--exclude', '*.tmp', '--exclude', '/mnt/data/cache'],
      ...['--', './', './-a'],
    ])
  })

  it('restores a path by its name, not as a pattern', () => {
    const wanted = { point_id: 'ab12cd34', target: '/', include: '/a*[b]?' }
    expect(restoreWords(wanted).at(-1)).toBe('/a\\*\\[b\\]\\?')
  })
})

describe('what restic prints', () => {
  it('is read as progress, a summary, the points that are left, or text', () => {
    const id = 'ab'.repeat(32)
    const lines = [
      '{"message_type":"status","percent_done":0.5,"total_files":2,"total_bytes":10,"current_files":["/x"]}',
      `{"message_type":"summary","data_added":5,"total_files_processed":2,"total_bytes_processed":10,"snapshot_id":"${id.slice(0, 8)}"}`,
      `[{"tags":null,"host":"h","paths":null,"keep":[{"time":"2026-01-02T03:04:05.678901234+01:00","id":"${id}"}],"remove":null}]`,
      'Fatal: unable to open',
      '{"message_type":"status","percent_done":7}',
      '{broken',
    ]
    expect(lines.map((line) => readLine(line).kind)).toEqual([
      ...['status', 'summary', 'points', 'text', 'status', 'text'],
    ])
    expect(readLine(lines[0] ?? '')).toMatchObject({ percent: 50, files: 2, bytes: 10 })
    expect(readLine(lines[2] ?? '')).toMatchObject({ points: [{ id }] })
  })

  it.each([
    [0, '', undefined],
    [3, 'error: permission denied', undefined],
    [null, '', 'interrupted'],
    [137, '', 'out_of_memory'],
    [97, 'gridloom:not_supported', 'not_supported'],
    [1, 'Fatal: wrong password or no key found', 'wrong_password'],
    [1, 'write /data/x: no space left on device', 'disk_full'],
    [1, 'Fatal: unable to open config file: Stat: The AWS Access Key Id', 'repository_unreachable'],
    [1, 'Fatal: something new', 'program_failed'],
    // What the program prints is the renter's: it does not decide that it was not supported.
    [1, 'gridloom:not_supported', 'program_failed'],
  ])('with the exit code %s means why it failed (%s)', (exitCode, text, failure) => {
    const traffic = { writtenBytes: 0, readBytes: 0, refused: undefined }
    expect(failureOf({ exitCode, text, traffic })).toBe(failure)
  })
})
