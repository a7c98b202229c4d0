import { watch } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { OutgoingEmail } from '@gridloom/server/platform/mail/mail'
import PostalMime from 'postal-mime'

/** The parts of an email that tests look at. */
export type ReceivedEmail = Pick<OutgoingEmail, 'to' | 'subject' | 'text'>

/** The inbox for a server's emails. */
export interface Inbox {
  /** The emails to one address so far, oldest first. */
  emailsTo(address: string): Promise<ReceivedEmail[]>
  /** The first email to an address that satisfies, as soon as it arrives. @throws Error when it does not arrive */
  message(address: string, satisfies: (message: ReceivedEmail) => boolean): Promise<ReceivedEmail>
}

/** An inbox for the emails of servers in this process. */
export interface MemoryInbox extends Inbox {
  take(message: ReceivedEmail): void
}

const waitMsMax = 20_000

/** The newest one-time code of an address, once `count` have arrived. @throws Error when they do not arrive */
export async function codeFor(inbox: Inbox, address: string, count = 1): Promise<string> {
  const seen = new Set<string>()
  await inbox.message(address, ({ text }) => {
    if (codeIn(text) !== undefined) seen.add(text)
    return seen.size >= count
  })
  const codes = (await inbox.emailsTo(address)).flatMap(({ text }) => codeIn(text) ?? [])
  return codes.at(-1) ?? ''
}

/** The code in an email: six digits alone on an indented line (`platform/mail/layout.ts`). */
export function codeIn(text: string): string | undefined {
  return /^ {4}(\d{6})\s*$/m.exec(text)?.[1]
}

const ofDatabases = new Map<string, MemoryInbox>()

/** One inbox for all servers on one database, as any of them may send an email that another has queued. */
export function inboxOf(databaseUrl: string): MemoryInbox {
  const known = ofDatabases.get(databaseUrl) ?? memoryInbox()
  ofDatabases.set(databaseUrl, known)
  return known
}

function memoryInbox(): MemoryInbox {
  const emails: ReceivedEmail[] = []
  let news = Promise.withResolvers<void>()
  const emailsTo = async (address: string) => emails.filter(({ to }) => isSame(to, address))
  return {
    take(message) {
      emails.push(message)
      news.resolve()
      news = Promise.withResolvers()
    },
    emailsTo,
    message: (address, satisfies) =>
      untilThere({ address, satisfies, emailsTo, news: () => news.promise }),
  }
}

/** The outbox of a server in a separate process. */
export function outboxOf(dataFolder: string): Inbox {
  const folder = path.join(dataFolder, 'outbox')
  const emailsTo = async (address: string) => {
    const names = (await readdir(folder).catch(() => [])).filter((name) =>
      /^[^.].*\.eml$/.test(name),
    )
    const emails = await Promise.all(names.sort().map((name) => readEmail(path.join(folder, name))))
    return emails.filter(({ to }) => isSame(to, address))
  }
  return {
    emailsTo,
    async message(address, satisfies) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      let news = Promise.withResolvers<void>()
      const watcher = watch(folder, () => {
        news.resolve()
        news = Promise.withResolvers()
      })
      try {
        return await untilThere({ address, satisfies, emailsTo, news: () => news.promise })
      } finally {
        watcher.close()
      }
    },
  }
}

interface EmailWait {
  address: string
  satisfies: (message: ReceivedEmail) => boolean
  emailsTo: Inbox['emailsTo']
  /** Resolves at the next email; subscribed before reading, so that none is missed. */
  news: () => Promise<void>
}

async function untilThere({
  address,
  satisfies,
  emailsTo,
  news,
}: EmailWait): Promise<ReceivedEmail> {
  const over = new AbortController()
  const limit = delay(waitMsMax, 'over' as const, { signal: over.signal, ref: false })
  try {
    for (;;) {
      const next = news()
      const found = (await emailsTo(address)).find(satisfies)
      if (found !== undefined) return found
      if ((await Promise.race([next, limit])) === 'over')
        throw new Error(`no such letter came to ${address}`)
    }
  } finally {
    // @NOTE the limit is no longer awaited.
    limit.catch(() => undefined)
    over.abort()
  }
}

async function readEmail(file: string): Promise<ReceivedEmail> {
  const { to, subject = '', text = '' } = await PostalMime.parse(await readFile(file))
  return { to: to?.[0]?.address ?? '', subject, text }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
