import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import { createTransport } from 'nodemailer'
import { checkEmailMessage, type MailDriver, mimeOf } from './mail.ts'

interface Options {
  /** Made when the first email comes, for its owner's eyes alone. */
  folder: string
  clock: Clock
  /** How many emails stay; ten thousand unless given. */
  keep?: number
}

/** Letters that stay; they are looked through once in so many. */
const emailsKept = 10_000
const lookEvery = 100

/**
 * Where no mail server is configured: each email becomes a file `<time>-<id>.eml` (RFC 5322), which mail programs
 * open. A file appears whole or not at all. Strangers cause emails, so the oldest go when there are too many.
 */
export function outboxDriver({ folder, clock, keep = emailsKept }: Options): MailDriver {
  let delivered = 0
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    where: folder,
    async deliver(message, signal) {
      checkEmailMessage(message)
      const now = clock.now()
      const { message: mime } = await transport.sendMail({ ...mimeOf(message), date: now, signal })
      const name = `${now.toISOString().replace(/[:.]/g, '-')}-${message.id.slice(0, 12)}.eml`
      const draft = path.join(folder, `.${name}.part`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(draft, mime, { mode: 0o600 })
      await rename(draft, path.join(folder, name))
      if (delivered % lookEvery === 0) await removeOldest(folder, keep)
      delivered += 1
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** Names begin with their time. */
async function removeOldest(folder: string, keep: number): Promise<void> {
  const emails = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of emails.slice(0, Math.max(0, emails.length - keep)))
    await rm(path.join(folder, name), { force: true })
}
