import { expect, it } from 'vitest'
import type { RepositoryTraffic } from '../repository/serve-repository.ts'
import { failureOf, isMissingRepository } from './judge-end.ts'

const quiet: RepositoryTraffic = { writtenBytes: 0, readBytes: 0, refused: undefined }
const end = (exitCode: number | null, text = '', refused?: RepositoryTraffic['refused']) => ({
  ...{ exitCode, text },
  traffic: { ...quiet, refused },
})

const at = '\nIs there a repository at the following location?\ns3:http://127.0.0.1:9/bucket/a\n'
const refusedText = `Fatal: unable to open config file: Stat: Get "http://127.0.0.1:9/bucket/?location=": dial tcp 127.0.0.1:9: connect: connection refused${at}`
const missing = `Fatal: unable to open config file: Stat: The specified key does not exist.${at}`

it.each([
  [end(0), undefined],
  [end(3, 'error: open /data/x: permission denied'), undefined],
  [end(null), 'interrupted'],
  [end(137), 'out_of_memory'],
  [end(97, 'gridloom:not_supported\n'), 'not_supported'],
  [end(97, 'gridloom:path_missing\n'), 'path_missing'],
  [end(97, 'gridloom:target_not_empty\n'), 'target_not_empty'],
  [end(1, 'Save(<data/1>) returned error', 'storage_full'), 'storage_full'],
  [end(1, 'write /data/a: no space left on device'), 'disk_full'],
  [end(1, 'Fatal: wrong password or no key found'), 'wrong_password'],
  [end(1, refusedText), 'repository_unreachable'],
  [end(1, 'client.PutObject: Access Denied.'), 'repository_unreachable'],
  [end(1, 'Fatal: something else'), 'program_failed'],
] as const)('tells why restic ended: %j is %s', (ended, failure) => {
  expect(failureOf(ended)).toBe(failure)
})

it('takes a repository for missing only where its bucket said so', () => {
  expect(isMissingRepository(end(1, missing))).toBe(true)
  expect(isMissingRepository(end(1, refusedText))).toBe(false)
  expect(isMissingRepository(end(1, 'Fatal: wrong password or no key found'))).toBe(false)
  expect(isMissingRepository(end(0, missing))).toBe(false)
})
