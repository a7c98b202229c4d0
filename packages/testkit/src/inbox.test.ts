import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeFor, codeIn, inboxOf, outboxOf } from './inbox.ts'

const ada = 'ada@example.com'

describe('codeIn', () => {
  it('finds six digits alone on an indented line, and no others', () => {
    expect(codeIn('Your code\n\n    012345\n\nIt is good once.')).toBe('012345')
    expect(codeIn('Call 123456 today')).toBeUndefined()
    expect(codeIn('    1234567\n')).toBeUndefined()
  })
})

describe('an in-memory inbox', () => {
  it('returns an email that arrives while it waits', async () => {
    const inbox = inboxOf('one database')
    const code = codeFor(inbox, 'ADA@example.com')
    inbox.take(anEmail('eve@example.com', '999999'))
    inbox.take(anEmail(ada, '123456'))
    expect(await code).toBe('123456')
  })

  it('waits for the second code when two are asked for', async () => {
    const inbox = inboxOf('another database')
    inbox.take(anEmail(ada, '111111'))
    const second = codeFor(inbox, ada, 2)
    inbox.take(anEmail(ada, '222222'))
    expect(await second).toBe('222222')
    expect(await codeFor(inbox, ada)).toBe('222222')
  })

  it('is shared by all servers on one database', async () => {
    inboxOf('shared').take(anEmail(ada, '123456'))
    expect(await inboxOf('shared').emailsTo(ada)).toHaveLength(1)
    expect(await inboxOf('of others').emailsTo(ada)).toHaveLength(0)
  })
})

describe('an outbox', () => {
  it('returns an email that is there, and one that arrives while it waits', async () => {
    await using site = await setup()
    await site.put('1', ada, '111111')
    expect(await codeFor(site.inbox, ada)).toBe('111111')
    const second = codeFor(site.inbox, ada, 2)
    await site.put('2', 'eve@example.com', '999999')
    await site.put('3', ada, '222222')
    expect(await second).toBe('222222')
  })

  it('ignores an email that is still being written', async () => {
    await using site = await setup()
    await site.draft('1', ada, '111111')
    expect(await site.inbox.emailsTo(ada)).toEqual([])
  })

  it('is empty before the first email', async () => {
    await using site = await setup()
    expect(await site.inbox.emailsTo(ada)).toEqual([])
  })
})

function anEmail(to: string, code: string) {
  return { to, subject: 'Your code', text: `Your code\n\n    ${code}\n` }
}

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-mailbox-'))
  const outbox = path.join(folder, 'outbox')
  const nameOf = (name: string) => path.join(outbox, `${name}.eml`)
  async function draft(name: string, to: string, code: string) {
    const { subject, text } = anEmail(to, code)
    const head = `To: ${to}\r\nSubject: ${subject}\r\nContent-Type: text/plain\r\n`
    await mkdir(outbox, { recursive: true })
    await writeFile(path.join(outbox, `.${name}.eml.part`), `${head}\r\n${text}`)
  }
  return {
    inbox: outboxOf(folder),
    draft,
    async put(name: string, to: string, code: string) {
      await draft(name, to, code)
      await rename(path.join(outbox, `.${name}.eml.part`), nameOf(name))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
