import { expect, it } from 'vitest'
import { readUploadBody } from './body.ts'

it('yields the bytes in the requested sizes', async () => {
  const body = readUploadBody({ bytes: coming('abc', 'defgh', 'ij') })
  expect(await textOf(body.take(2))).toBe('ab')
  expect(await textOf(body.take(4))).toBe('cdef')
  expect(await textOf(body.take(0))).toBe('')
  expect(await textOf(body.take(100))).toBe('ghij')
  expect(await body.hasMore()).toBe(false)
})

it('reports whether more bytes arrive without losing them', async () => {
  const body = readUploadBody({ bytes: coming('', 'a') })
  expect(await body.hasMore()).toBe(true)
  expect(await body.hasMore()).toBe(true)
  expect(await textOf(body.take(5))).toBe('a')
  expect(await body.hasMore()).toBe(false)
})

it('treats a broken connection as the end, and keeps the bytes before it', async () => {
  const broken = async function* () {
    yield bytesOf('abc')
    throw new Error('the caller went away')
  }
  const body = readUploadBody({ bytes: broken() })
  expect(await textOf(body.take(100))).toBe('abc')
  expect(await body.hasMore()).toBe(false)
})

it('has not moved only while it waits for the client', async () => {
  const more = Promise.withResolvers<void>()
  const slow = async function* () {
    yield bytesOf('a')
    await more.promise
    yield bytesOf('b')
  }
  const body = readUploadBody({ bytes: slow() })
  const taking = body.take(2)
  await taking.next()
  expect(body.hasMoved()).toBe(true)
  expect(body.hasMoved()).toBe(true)
  const next = taking.next()
  expect(body.hasMoved()).toBe(false)
  more.resolve()
  await next
  expect(body.hasMoved()).toBe(true)
})

async function* coming(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytesOf(text)
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
