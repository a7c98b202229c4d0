import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestClock } from '@gridloom/async/test-clock'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { anEmail } from '../../../test/inbox.ts'
import { outboxDriver } from './outbox.ts'

const never = new AbortController().signal

it('writes an email that a mail program can read, named by its time and id', async () => {
  await using outbox = await setup()
  await outbox.driver.deliver(anEmail({ subject: 'Ваш код' }), never)
  const names = await readdir(outbox.folder)
  expect(names).toEqual(['2026-01-01T00-00-00-000Z-letter-of-a-.eml'])
  const message = await PostalMime.parse(await readFile(path.join(outbox.folder, `${names[0]}`)))
  expect(message).toMatchObject({
    subject: 'Ваш код',
    from: { name: 'Gridloom', address: 'no-reply@gridloom.example' },
    to: [{ address: 'ada@example.com' }],
    messageId: '<letter-of-a-test@gridloom.example>',
    date: '2026-01-01T00:00:00.000Z',
  })
  expect(message.text).toContain('It is 123456.')
  expect(message.html).toContain('<b>123456</b>')
})

it('follows RFC 5322: lines end in CRLF, and both parts are alternatives', async () => {
  await using outbox = await setup()
  await outbox.driver.deliver(anEmail(), never)
  const [name] = await readdir(outbox.folder)
  const source = await readFile(path.join(outbox.folder, `${name}`), 'utf8')
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(source).toMatch(/^Content-Type: multipart\/alternative/m)
})

it('keeps the newest emails and deletes those beyond the limit', async () => {
  await using outbox = await setup({ keep: 3 })
  for (let n = 0; n <= 100; n += 1) {
    await outbox.clock.jump(1_000)
    await outbox.driver.deliver(anEmail(), never)
  }
  const names = await readdir(outbox.folder)
  expect(names.sort().map((name) => name.slice(14, 19))).toEqual(['01-39', '01-40', '01-41'])
})

it('is readable by its owner alone, as emails contain one-time codes', async () => {
  await using outbox = await setup()
  await outbox.driver.deliver(anEmail(), never)
  const [name] = await readdir(outbox.folder)
  expect((await stat(outbox.folder)).mode & 0o777).toBe(0o700)
  expect((await stat(path.join(outbox.folder, `${name}`))).mode & 0o777).toBe(0o600)
})

it('writes emails of the same time to separate files', async () => {
  await using outbox = await setup()
  await Promise.all(
    ['one', 'two', 'three'].map((id) => outbox.driver.deliver(anEmail({ id }), never)),
  )
  expect(await readdir(outbox.folder)).toHaveLength(3)
})

it('writes nothing of an email whose address would inject a header', async () => {
  await using outbox = await setup()
  const message = anEmail({ to: 'ada@example.com\r\nBcc: eve@example.com' })
  await expect(outbox.driver.deliver(message, never)).rejects.toThrow(TypeError)
  await expect(readdir(outbox.folder)).rejects.toThrow('ENOENT')
})

async function setup({ keep }: { keep?: number } = {}) {
  const parent = await mkdtemp(path.join(tmpdir(), 'gridloom-outbox-'))
  const folder = path.join(parent, 'outbox')
  const clock = createTestClock()
  return {
    folder,
    clock,
    driver: outboxDriver({ folder, clock, ...(keep === undefined ? {} : { keep }) }),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true }),
  }
}
