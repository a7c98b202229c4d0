import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { createBodyReader } from './body-reader.ts'

it('reads one body at a time, and takes callers in turn', async () => {
  await using reader = createBodyReader({ clock: systemClock })
  const read: string[] = []
  const send = async (caller: string) => {
    const value = await reader.read({ bytes: bytesOf({ caller }), endpoint: undefined, caller })
    expect(value).toEqual({ caller })
    read.push(caller)
  }
  await Promise.all(['many', 'many', 'many', 'many', 'one'].map(send))
  expect(read).toEqual(['many', 'many', 'one', 'many', 'many'])
})

it('continues after a rejected body', async () => {
  await using reader = createBodyReader({ clock: systemClock })
  const body = { endpoint: undefined, caller: 'somebody' }
  const refused = reader.read({ ...body, bytes: Buffer.from(`{`) })
  await expect(refused).rejects.toMatchObject({ code: 'malformed_body' })
  expect(await reader.read({ ...body, bytes: bytesOf([1]) })).toEqual([1])
})

it('rejects waiting bodies when the server stops', async () => {
  const reader = createBodyReader({ clock: systemClock })
  const body = { endpoint: undefined, caller: 'somebody', bytes: bytesOf([1]) }
  const waiting = Array.from({ length: 3 }, () => reader.read(body))
  const over = waiting.map((one) => expect(one).rejects.toMatchObject({ code: 'not_ready' }))
  await reader[Symbol.asyncDispose]()
  await Promise.all(over)
})

function bytesOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
