import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { startS3StandIn } from '@gridloom/testkit/s3-stand-in'
import { describe, expect, it } from 'vitest'
import { keepsFiles } from '../../../test/keeps-files.ts'
import { readConfig } from '../../config.ts'
import { S3Failed } from './s3-bucket.ts'
import { s3Files } from './s3-files.ts'

const never = new AbortController().signal

describe('files in a bucket', () => {
  keepsFiles(setup)
})

it('sends a file that fits into one part in one request, and a larger one in parts', async () => {
  await using site = await setup()
  await site.files.put('small', [new Uint8Array(100)], never)
  await site.files.put('large', [new Uint8Array(201)], never)
  expect(site.store.requests).toEqual([
    'PUT /bucket/small',
    'POST /bucket/large?uploads=',
    'PUT /bucket/large?partNumber=1&uploadId=upload-1',
    'PUT /bucket/large?partNumber=2&uploadId=upload-1',
    'PUT /bucket/large?partNumber=3&uploadId=upload-1',
    'POST /bucket/large?uploadId=upload-1',
  ])
})

it('aborts the multipart upload when the file breaks off', async () => {
  await using site = await setup()
  const broken = async function* () {
    yield new Uint8Array(350)
    throw new Error('broken')
  }
  await expect(site.files.put('large', broken(), never)).rejects.toThrow('broken')
  expect(site.store.openUploads.size).toBe(0)
})

it('retries when the store is briefly busy', async () => {
  await using site = await setup()
  site.store.fail(/PUT/, 2)
  await expect(site.files.put('small', [new Uint8Array(10)], never)).resolves.toBe(10)
  await expect(site.files.size('small')).resolves.toBe(10)
})

it('fails, naming the request, when the parts cannot be combined', async () => {
  await using site = await setup({ parts: 'as S3 wants them' })
  const putting = site.files.put('large', [new Uint8Array(201)], never)
  await expect(putting).rejects.toThrow(/completing large: .*InvalidPart/)
  await expect(putting).rejects.toThrow(S3Failed)
})

it('deletes more files than one request can name', async () => {
  await using site = await setup()
  for (let at = 0; at < 2_345; at++) site.store.objects.set(`many/${at}`, Buffer.alloc(1))
  site.store.objects.set('other', Buffer.alloc(1))
  await site.files.removeAll('many/')
  expect([...site.store.objects.keys()]).toEqual(['other'])
})

it('is rejected with the wrong secret', async () => {
  await using site = await setup()
  const { place } = site
  const stranger = await s3Files({
    place: { ...place, secretAccessKey: 'guessed' },
    scratchFolder: site.folder,
    clock: systemClock,
  })
  await expect(stranger.put('a', [new Uint8Array(1)], never)).rejects.toThrow(
    'PUT /bucket/a: 403 <Error><Code>SignatureDoesNotMatch</Code></Error>',
  )
  expect(site.store.objects.size).toBe(0)
})

async function setup(options: { parts?: 'as S3 wants them' } = {}) {
  const store = await startS3StandIn(options.parts === undefined ? { parts: 'any size' } : {})
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-s3-'))
  const { s3: place } = readConfig({ S3_URL: store.url }, [])
  if (place === undefined) throw new Error('the configuration names no bucket')
  return {
    store,
    folder,
    place,
    files: await s3Files({ place, scratchFolder: folder, clock: systemClock, partBytes: 100 }),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
